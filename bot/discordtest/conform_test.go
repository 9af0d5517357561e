package discordtest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// responseSchemas compiles what Discord's specification says is answered.
func responseSchemas(t *testing.T) func(route Route, status int) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("testdata/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("discord:openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	return func(route Route, status int) *jsonschema.Schema {
		t.Helper()
		at := "/components/responses/ClientErrorResponse/content/application~1json/schema"
		if status < 300 {
			at = pointer(route, fmt.Sprintf("responses/%d", status))
		}
		schema, err := compiler.Compile("discord:openapi.json#" + at)
		if err != nil {
			t.Fatalf("%s: %v", route, err)
		}
		return schema
	}
}

// What the server answers is what Discord's specification says it answers.
// Nested errors are left out: there it wants numbers for codes that Discord
// sends as words, as in "BASE_TYPE_MAX_LENGTH".
func TestAnswersAreAsSpecified(t *testing.T) {
	t.Parallel()
	schemas := responseSchemas(t)
	s := New(t, Options{AnyCommand: true})
	s.mu.Lock()
	s.gw.sessions["fake"] = &session{id: "fake"}
	s.mu.Unlock()
	it := s.Slash("ping")
	app, channel := "/applications/"+AppID+"/commands", "/channels/"+DefaultChannelID+"/messages"
	hook := "/webhooks/" + AppID + "/" + it.Token
	const rich = `{"content":"x","embeds":[{"title":"t","color":5,"footer":{"text":"f"},"fields":[{"name":"n","value":"v"}]}],
		"components":[{"type":1,"components":[{"type":2,"style":1,"label":"l","custom_id":"c"}]}]}`
	for _, c := range []struct {
		route      Route
		path, body string
		status     int
	}{
		{RouteGateway, "/gateway", "", 200},
		{RouteGatewayBot, "/gateway/bot", "", 200},
		{RouteMyApp, "/applications/@me", "", 200},
		{RouteCommandsPut, app, `[{"name":"a","description":"b","default_member_permissions":"32","options":[
			{"type":3,"name":"o","description":"d","choices":[{"name":"n","value":"v"}]}]},{"type":3,"name":"Settle"}]`, 200},
		{RouteCommands, app + "?with_localizations=true", "", 200},
		{RouteCallback, "/interactions/" + it.ID + "/" + it.Token + "/callback", `{"type":4,"data":` + rich + `}`, 204},
		{RouteCallback, "/interactions/" + it.ID + "/" + it.Token + "/callback", `{"type":4,"data":` + rich + `}`, 400},
		{RouteOriginalEdit, hook + "/messages/@original", rich, 200},
		{RouteOriginalEdit, hook + "/messages/@original", `{"content":""}`, 200},
		{RouteFollowup, hook + "?wait=true", rich, 200},
		{RouteMessageCreate, channel, rich, 200},
		{RouteMessageCreate, "/channels/5/messages", rich, 404},
	} {
		status, answer := s.ask(t, c.route, c.path, c.body)
		if status != c.status {
			t.Errorf("%s: %d %s", c.route, status, answer)
			continue
		}
		if status == http.StatusNoContent {
			continue
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
		if err != nil {
			t.Fatalf("%s: %s: %v", c.route, answer, err)
		}
		if err := schemas(c.route, status).Validate(v); err != nil {
			t.Errorf("%s answers %s\n%v", c.route, answer, err)
		}
	}
	s.TakeViolations()
}

func (s *Server) ask(t *testing.T, route Route, path, body string) (int, []byte) {
	t.Helper()
	method, _, _ := strings.Cut(string(route), " ")
	req := httptest.NewRequestWithContext(t.Context(), method, "https://discord.com/api/v10"+path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bot "+s.Token())
	req.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.handler().ServeHTTP(w, req)
	return w.Code, w.Body.Bytes()
}

func TestTenThousandInvalidRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := New(t, Options{InMemory: true})
		refuse := func(n, violations int) {
			s.mu.Lock()
			for range n {
				c := &call{srv: s, http: new(http.Request), rec: Request{At: time.Now(), Status: http.StatusForbidden}}
				s.countInvalid(c)
			}
			s.mu.Unlock()
			if got := s.TakeViolations(); len(got) != violations || violations > 0 && got[0].Rule != RuleInvalidRequests {
				t.Errorf("violations %v", got)
			}
		}
		refuse(maxInvalid-1, 0)
		time.Sleep(invalidWindow)
		refuse(maxInvalid-1, 0)
		refuse(1, 1)
	})
}
