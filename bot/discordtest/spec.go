package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// SpecEnv names the environment variable that says where Discord's published
// OpenAPI specification lies. Without it, the file is looked for at
// ../shared/discord/openapi.json from the root of the module under test.
const SpecEnv = "NONNA_DISCORD_SPEC"

// spec is Discord's published specification, compiled. It is never written
// after it was loaded.
type spec struct{ bodies map[Route]*jsonschema.Schema }

// loadSpec reads the specification once a process: compiling it takes longer
// than most tests, and it is the same for all of them.
//
//nolint:gochecknoglobals // computed once and never changed, as a regexp is
var loadSpec = sync.OnceValues(func() (*spec, error) { return readSpec(specPath()) })

// specPath is where the specification should be, "" when that is unknown.
func specPath() string {
	if path := os.Getenv(SpecEnv); path != "" {
		return path
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared", "discord", "openapi.json")
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// readSpec compiles the body of every endpoint that takes one.
func readSpec(path string) (*spec, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	const name = "discord:openapi.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	sp := &spec{bodies: map[Route]*jsonschema.Schema{}}
	for _, route := range bodyRoutes() {
		schema, err := compiler.Compile(name + "#" + bodyPointer(route))
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, route, err)
		}
		sp.bodies[route] = schema
	}
	return sp, nil
}

// bodyRoutes are the endpoints that take a body.
func bodyRoutes() []Route {
	return []Route{
		RouteCallback, RouteFollowup, RouteOriginalEdit, RouteFollowupEdit,
		RouteMessageCreate, RouteMessageEdit, RouteOpenDM,
		RouteCommandCreate, RouteCommandsPut, RouteCommandEdit,
		RouteGuildCommandCreate, RouteGuildCommandsPut, RouteGuildCommandEdit,
	}
}

// bodyPointer is where in the specification the body of an endpoint stands.
func bodyPointer(route Route) string {
	method, path, _ := strings.Cut(string(route), " ")
	escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
	return "/paths/" + escaped + "/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
}

// useSpec finds the specification and tells why there is none.
func (s *Server) useSpec() error {
	if s.opts.NoSpec {
		s.specMissing = "requests are not checked against Discord's specification: Options.NoSpec"
		return nil
	}
	if s.opts.SpecFile != "" {
		sp, err := readSpec(s.opts.SpecFile)
		s.spec = sp
		return err
	}
	sp, err := loadSpec()
	if errors.Is(err, fs.ErrNotExist) {
		s.specMissing = fmt.Sprintf("requests are not checked against Discord's specification: %v", err)
		return nil
	}
	s.spec = sp
	return err
}

// SpecMissing tells why requests are not checked against Discord's published
// specification, "" when they are.
func (s *Server) SpecMissing() string { return s.specMissing }

// checkSpec adds to form what the specification does not allow.
func (s *Server) checkSpec(c *call, form *formErrors) {
	if s.spec == nil {
		return
	}
	schema := s.spec.bodies[c.route]
	if schema == nil {
		return
	}
	body := c.rec.JSON
	if len(body) == 0 {
		body = []byte("{}")
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		form.add(RuleSpec, "", "JSON", "%v", err)
		return
	}
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(asSpecified(v)); errors.As(err, &invalid) {
		leaves(invalid, form)
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
	case map[string]any:
		if text, ok := x["default_member_permissions"].(string); ok {
			if _, err := strconv.ParseUint(text, 10, 64); err == nil {
				x["default_member_permissions"] = json.Number(text)
			}
		}
		asSpecified(x["data"])
		files, _ := x["attachments"].([]any)
		for _, f := range files {
			if file, ok := f.(map[string]any); ok {
				if n, ok := file["id"].(json.Number); ok {
					file["id"] = n.String()
				}
			}
		}
	}
	return v
}

// maxSpecErrors bounds how much is said about one body: a union reports every
// kind that it is not.
const maxSpecErrors = 8

// leaves adds the causes of a validation error that have no further cause.
func leaves(e *jsonschema.ValidationError, form *formErrors) {
	if len(form.list) >= maxSpecErrors {
		return
	}
	if len(e.Causes) == 0 {
		printer := message.NewPrinter(language.English)
		form.add(RuleSpec, strings.Join(e.InstanceLocation, "."), "SPECIFICATION", "%s", e.ErrorKind.LocalizedString(printer))
		return
	}
	for _, cause := range e.Causes {
		leaves(cause, form)
	}
}
