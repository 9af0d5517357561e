package hunting

import (
	"bytes"
	"encoding/json"
)

// member is a member of a JSON object. Its value is a string, a number or a json.RawMessage.
type member struct {
	name  string
	value any
}

// object returns a JSON object as a line with its line end, its members in their order.
func object(members ...member) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, m := range members {
		b.WriteByte("{,"[min(i, 1)])
		_ = enc.Encode(m.name) // strings and numbers can be encoded
		b.Truncate(b.Len() - len("\n"))
		b.WriteByte(':')
		_ = enc.Encode(m.value)
		b.Truncate(b.Len() - len("\n"))
	}
	b.WriteString("}\n")
	return b.Bytes()
}
