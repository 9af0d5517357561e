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

// spec is the specification, or a part of it.
type spec struct {
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
	Info  any                       `json:"info"`
	Paths map[string]map[string]any `json:"paths"`
}

func main() {
	log.SetFlags(0)
	var whole spec
	try(json.NewDecoder(os.Stdin).Decode(&whole))
	routes, err := os.ReadFile("route.go")
	try(err)
	part := spec{Info: whole.Info, Paths: map[string]map[string]any{}}
	part.Components.Schemas = map[string]any{}
	for _, route := range regexp.MustCompile(`"(PATCH|POST|PUT) (/.+)"`).FindAllStringSubmatch(string(routes), -1) {
		method := strings.ToLower(route[1])
		endpoint, _ := whole.Paths[route[2]][method].(map[string]any)
		part.Paths[route[2]] = map[string]any{method: map[string]any{"requestBody": endpoint["requestBody"]}}
	}
	ref := regexp.MustCompile(`#/components/schemas/(\w+)`)
	for before := -1; before < len(part.Components.Schemas); {
		before = len(part.Components.Schemas)
		text, err := json.Marshal(part)
		try(err)
		for _, name := range ref.FindAllSubmatch(text, -1) {
			part.Components.Schemas[string(name[1])] = whole.Components.Schemas[string(name[1])]
		}
	}
	text, err := json.MarshalIndent(part, "", "")
	try(err)
	_, err = os.Stdout.Write(append(text, '\n'))
	try(err)
}

func try(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
