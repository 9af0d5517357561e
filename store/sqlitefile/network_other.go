//go:build !linux

package sqlitefile

// NetworkFS returns "": how file systems are called differs among these systems, on which the bot
// is only tried out.
func NetworkFS(string) (string, error) { return "", nil }
