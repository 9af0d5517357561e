package discordtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	textmessage "golang.org/x/text/message"
)

// specJSON is the part of Discord's OpenAPI specification that describes the
// bodies of the requests served here, as published under the MIT licence of
// spec.LICENSE at https://github.com/discord/discord-api-spec; it was cut out
// by internal/trimspec.
//
//go:embed spec.json
var specJSON []byte

// specification compiles the body of every endpoint that takes one, once a
// process: it takes longer than most tests.
//
//nolint:gochecknoglobals // computed once and never changed, as a regexp is
var specification = sync.OnceValue(func() map[Route]*jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(specJSON))
	if err != nil {
		panic(fmt.Sprintf("discordtest: spec.json: %v", err))
	}
	const name = "discord:spec.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, doc); err != nil {
		panic(fmt.Sprintf("discordtest: spec.json: %v", err))
	}
	bodies := map[Route]*jsonschema.Schema{}
	for route := range endpoints() {
		if !strings.HasPrefix(string(route), "GET ") && !strings.HasPrefix(string(route), "DELETE ") {
			bodies[route] = compiler.MustCompile(name + "#" + pointer(route, "requestBody"))
		}
	}
	return bodies
})

// pointer is where in the specification a part of an endpoint stands.
func pointer(route Route, part string) string {
	method, path, _ := strings.Cut(string(route), " ")
	return "/paths/" + strings.ReplaceAll(path, "/", "~1") + "/" + strings.ToLower(method) + "/" + part +
		"/content/application~1json/schema"
}

// checkSpec adds what the specification does not allow in a body.
func checkSpec(route Route, body []byte, f *form) {
	schema := specification()[route]
	if schema == nil {
		return
	}
	if len(body) == 0 {
		body = []byte("{}")
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		f.add(RuleSpec, "", "%v", err)
		return
	}
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(asSpecified(v)); errors.As(err, &invalid) {
		addCauses(invalid, f)
	}
}

// asSpecified converts what Discord takes, and documents, in another type than
// its specification says: default_member_permissions is a string on the wire,
// and the number of an uploaded file may be a number.
func asSpecified(v any) any {
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			asSpecified(item)
		}
	case object:
		if text, ok := x["default_member_permissions"].(string); ok {
			if _, err := strconv.ParseUint(text, 10, 64); err == nil {
				x["default_member_permissions"] = json.Number(text)
			}
		}
		asSpecified(x["data"])
		files, _ := x["attachments"].([]any)
		for _, f := range files {
			if file, ok := f.(object); ok {
				if n, ok := file["id"].(json.Number); ok {
					file["id"] = n.String()
				}
			}
		}
	}
	return v
}

// addCauses adds those causes of a validation error that have no further cause.
func addCauses(e *jsonschema.ValidationError, f *form) {
	at := strings.Join(e.InstanceLocation, ".")
	if missing, ok := e.ErrorKind.(*kind.Required); ok {
		for _, name := range missing.Missing {
			f.add(RuleSpec, at+"."+name, "is required")
		}
		return
	}
	causes := meant(e)
	if len(causes) == 0 {
		f.add(RuleSpec, at, "%s", e.ErrorKind.LocalizedString(textmessage.NewPrinter(language.English)))
		return
	}
	for _, cause := range causes {
		addCauses(cause, f)
	}
}

// meant returns the causes of an error; of a union's those alone that come
// from the alternatives which the body chose by its "type".
func meant(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return slices.DeleteFunc(slices.Clone(e.Causes), func(c *jsonschema.ValidationError) bool {
			return deniesType(c, len(e.InstanceLocation))
		})
	}
	return e.Causes
}

// deniesType tells whether an alternative is for values of another kind than
// the one found that deep: not null, or of another "type".
func deniesType(e *jsonschema.ValidationError, depth int) bool {
	switch e.ErrorKind.(type) {
	case *kind.Type:
		return len(e.InstanceLocation) == depth
	case *kind.Const, *kind.Enum:
		return len(e.InstanceLocation) == depth+1 && e.InstanceLocation[depth] == "type"
	}
	return slices.ContainsFunc(e.Causes, func(c *jsonschema.ValidationError) bool { return deniesType(c, depth) })
}
