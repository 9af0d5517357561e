package discordtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
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

// rulesJSON holds the rules that the specification leaves out and a schema can express.
//
//go:embed rules.json
var rulesJSON []byte

// specRule is an entry of rules.json.
type specRule struct {
	// Says is the rule in Discord's words.
	Says Rule
	// Of matches the names of the specification's schemas that the rule adds to.
	Of string
	// Schema is added to these schemas.
	Schema any
	// Instead replaces properties whose documentation contradicts the specification.
	Instead object
}

// specification holds the schemas of the endpoints' bodies, and the rules of rules.json.
type specification struct {
	bodies map[Route]*jsonschema.Schema
	rules  map[string]specRule
}

const (
	specURL  = "discord:spec.json"
	rulesURL = "discord:rules.json"
)

// loadSpec compiles the specification once in a process: it takes longer than most tests.
//
//nolint:gochecknoglobals // computed once and never changed, as a regexp is
var loadSpec = sync.OnceValue(func() specification {
	s := specification{bodies: map[Route]*jsonschema.Schema{}}
	must(json.Unmarshal(rulesJSON, &s.rules))
	spec, err := jsonschema.UnmarshalJSON(bytes.NewReader(specJSON))
	must(err)
	rules, err := jsonschema.UnmarshalJSON(bytes.NewReader(rulesJSON))
	must(err)
	for key, rule := range s.rules {
		rule.addTo(spec, key)
	}
	compiler := jsonschema.NewCompiler()
	must(compiler.AddResource(specURL, spec))
	must(compiler.AddResource(rulesURL, rules))
	for route := range endpoints() {
		if method, path, _ := strings.Cut(string(route), " "); method != "GET" && method != "DELETE" {
			s.bodies[route] = compiler.MustCompile(specURL + "#/paths/" + strings.ReplaceAll(path, "/", "~1") + "/" +
				strings.ToLower(method) + "/requestBody/content/application~1json/schema")
		}
	}
	return s
})

// must panics on an error in this package's own data.
func must(err error) {
	if err != nil {
		panic("discordtest: " + err.Error())
	}
}

// addTo adds a rule to the schemas of the specification.
func (r specRule) addTo(spec any, key string) {
	whole, _ := spec.(object)
	components, _ := whole["components"].(object)
	schemas, _ := components["schemas"].(object)
	of := regexp.MustCompile("^(" + r.Of + ")$")
	for name := range schemas {
		schema, _ := schemas[name].(object)
		if !of.MatchString(name) {
			continue
		}
		if r.Schema != nil {
			all, _ := schema["allOf"].([]any)
			schema["allOf"] = append(all, object{"$ref": rulesURL + "#/" + key + "/schema"})
		}
		properties, _ := schema["properties"].(object)
		maps.Copy(properties, r.Instead)
	}
}

// check adds the errors of a body according to the specification.
func (s specification) check(route Route, body []byte, f *form) {
	schema := s.bodies[route]
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
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](schema.Validate(v)); ok {
		s.addCauses(invalid, f)
	}
}

// addCauses adds those causes of a validation error that have no further cause.
func (s specification) addCauses(e *jsonschema.ValidationError, f *form) {
	at, rule := strings.Join(e.InstanceLocation, "."), s.ruleOf(e)
	if missing, ok := e.ErrorKind.(*kind.Required); ok {
		for _, name := range missing.Missing {
			f.add(rule, at+"."+name, "is required")
		}
		return
	}
	causes := slices.Clone(e.Causes)
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf: // only the alternative of the body's "type"
		causes = slices.DeleteFunc(causes, func(c *jsonschema.ValidationError) bool {
			return deniesType(c, len(e.InstanceLocation))
		})
	}
	if len(causes) == 0 {
		f.add(rule, at, "%s", e.ErrorKind.LocalizedString(textmessage.NewPrinter(language.English)))
		return
	}
	for _, cause := range causes {
		s.addCauses(cause, f)
	}
}

// ruleOf returns the rule of rules.json that an error comes from, else RuleSpec.
func (s specification) ruleOf(e *jsonschema.ValidationError) Rule {
	path, own := strings.CutPrefix(e.SchemaURL, rulesURL+"#/")
	if !own {
		return RuleSpec
	}
	key, _, _ := strings.Cut(path, "/")
	return s.rules[key].Says
}

// deniesType reports whether an alternative is for values of another kind than the one
// found at a depth: of another JSON type, or another "type".
func deniesType(e *jsonschema.ValidationError, depth int) bool {
	switch e.ErrorKind.(type) {
	case *kind.Type:
		return len(e.InstanceLocation) == depth
	case *kind.Const, *kind.Enum:
		return len(e.InstanceLocation) == depth+1 && e.InstanceLocation[depth] == "type"
	}
	return slices.ContainsFunc(e.Causes, func(c *jsonschema.ValidationError) bool { return deniesType(c, depth) })
}
