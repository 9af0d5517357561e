package settle

import "github.com/dustin/go-humanize"

// comma writes a number with commas between its thousands.
func comma(n int64) string { return humanize.Comma(n) }

// count writes how many there are of something whose plural ends in s.
func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return comma(n) + " " + noun + "s"
}
