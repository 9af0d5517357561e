// Command trimspec cuts out of Discord's published OpenAPI specification,
// https://github.com/discord/discord-api-spec (MIT licensed), what the routes
// in route.go need: their requests to spec.json, what they are answered to
// testdata/answers.json. Run it in bot/discordtest on the whole specification:
//
//	go run ./internal/trimspec openapi.json
package main

import (
	"encoding/json"
	"log"
	"os"
	"regexp"
	"strings"
)

type object = map[string]any

func main() {
	var spec object
	if err := json.Unmarshal(must(os.ReadFile(os.Args[1])), &spec); err != nil {
		log.Fatal(err)
	}
	routes := string(must(os.ReadFile("route.go")))
	for file, part := range map[string]string{"spec.json": "/requestBody", "testdata/answers.json": "/responses"} {
		out, todo := object{"info": spec["info"]}, []string{"components/responses/ClientErrorResponse"}
		for _, r := range regexp.MustCompile(`"([A-Z]+) (/.+)"`).FindAllStringSubmatch(routes, -1) {
			todo = append(todo, "paths/"+strings.ReplaceAll(r[2], "/", "~1")+"/"+strings.ToLower(r[1])+part)
		}
		for ; len(todo) > 0; todo = todo[1:] {
			for _, ref := range regexp.MustCompile(`#/([^"]+)`).FindAllStringSubmatch(take(spec, out, todo[0]), -1) {
				todo = append(todo, ref[1])
			}
		}
		must(file, os.WriteFile(file, append(must(json.MarshalIndent(out, "", "")), '\n'), 0o600))
	}
}

// take copies what lies at a pointer, and returns its text, "" for nothing new.
func take(from, to object, pointer string) string {
	key, rest, more := strings.Cut(pointer, "/")
	key = strings.ReplaceAll(key, "~1", "/")
	if inner, ok := from[key].(object); more && ok {
		if to[key] == nil {
			to[key] = object{}
		}
		return take(inner, to[key].(object), rest)
	}
	if more || from[key] == nil || to[key] != nil {
		return ""
	}
	to[key] = from[key]
	return string(must(json.Marshal(from[key])))
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}
