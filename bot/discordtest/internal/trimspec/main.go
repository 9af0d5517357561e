// Command trimspec cuts out of Discord's published OpenAPI specification,
// https://github.com/discord/discord-api-spec (MIT licensed), what the requests
// to the routes in route.go need. Run it in bot/discordtest:
//
//	go run ./internal/trimspec <openapi.json >spec.json
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
	try(json.NewDecoder(os.Stdin).Decode(&spec))
	routes, err := os.ReadFile("route.go")
	try(err)
	out, todo := object{"info": spec["info"]}, []string{}
	for _, route := range regexp.MustCompile(`"(PATCH|POST|PUT) (/.+)"`).FindAllStringSubmatch(string(routes), -1) {
		todo = append(todo, "paths/"+strings.ReplaceAll(route[2], "/", "~1")+"/"+strings.ToLower(route[1])+"/requestBody")
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, ref := range regexp.MustCompile(`#/([^"]+)`).FindAllStringSubmatch(take(spec, out, todo[0]), -1) {
			todo = append(todo, ref[1])
		}
	}
	text, err := json.MarshalIndent(out, "", "")
	try(err)
	_, err = os.Stdout.Write(append(text, '\n'))
	try(err)
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
	text, err := json.Marshal(from[key])
	try(err)
	return string(text)
}

func try(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
