// Command trimspec extracts the part of Discord's published OpenAPI specification,
// https://github.com/discord/discord-api-spec (MIT licensed), that describes requests to
// the routes in rest.go. Run it in bot/discordtest:
//
//	go run ./internal/trimspec <openapi.json >spec.json
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"regexp"
	"strings"
)

type object = map[string]any

// spec is the specification, or a part of it.
type spec struct {
	Components struct {
		Schemas object `json:"schemas"`
	} `json:"components"`
	Info  any               `json:"info"`
	Paths map[string]object `json:"paths"`
}

func main() {
	var whole, part spec
	must(json.NewDecoder(os.Stdin).Decode(&whole))
	routes, err := os.ReadFile("rest.go")
	must(err)
	part.Info, part.Paths, part.Components.Schemas = whole.Info, map[string]object{}, object{}
	for _, route := range regexp.MustCompile(`"(PATCH|POST|PUT) (/.+)"`).FindAllStringSubmatch(string(routes), -1) {
		method := strings.ToLower(route[1])
		endpoint, _ := whole.Paths[route[2]][method].(object)
		part.Paths[route[2]] = object{method: object{"requestBody": endpoint["requestBody"]}}
	}
	var text []byte
	for before := -1; before < len(part.Components.Schemas); {
		before = len(part.Components.Schemas)
		text, err = json.MarshalIndent(part, "", "")
		must(err)
		for _, ref := range regexp.MustCompile(`#/components/schemas/(\w+)`).FindAllSubmatch(text, -1) {
			part.Components.Schemas[string(ref[1])] = whole.Components.Schemas[string(ref[1])]
		}
	}
	fmt.Println(string(text))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
