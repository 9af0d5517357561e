package commands

import (
	"bytes"
	"compress/gzip"
)

// zipFrom is the size from which a file is sent compressed.
const zipFrom = 1 << 20

// Zip is a file, compressed if it is large.
func Zip(f File) (File, error) {
	if len(f.Data) <= zipFrom {
		return f, nil
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write(f.Data); err != nil {
		return f, err
	}
	if err := w.Close(); err != nil {
		return f, err
	}
	f.Name, f.Data = f.Name+".gz", z.Bytes()
	return f, nil
}
