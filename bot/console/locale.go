package console

import "strings"

// Locale turns a language as POSIX environments name it ("it_IT.UTF-8") into
// one as Discord names it ("it"). "C", "POSIX" and "" give "".
func Locale(posix string) string {
	name, _, _ := strings.Cut(posix, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "" || name == "C" || name == "POSIX" {
		return ""
	}
	language, region, _ := strings.Cut(name, "_")
	switch language {
	// The languages that Discord knows by region only.
	case "en", "es", "pt", "sv", "zh":
		if region != "" {
			return language + "-" + region
		}
	}
	return language
}
