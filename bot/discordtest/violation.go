package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Rule is a rule of Discord's that a bot can break, in the words of Discord's
// documentation.
type Rule string

// RuleSpec is every rule that Discord's published specification states: types,
// required fields, lengths and counts. What it leaves out stands in rules.json,
// where a schema can say it, and below.
const RuleSpec Rule = "the published API specification"

// Two rules are of this package, as nothing else is here to be reached.
const (
	RuleHost  Rule = "only Discord's own hosts can be reached"
	RuleRoute Rule = "only the routes that discordtest names can be reached"
)

// The rules of state.
const (
	RuleOneAnswer      Rule = "Interaction has already been acknowledged"
	RuleThreeSeconds   Rule = "you must send an initial response within 3 seconds of receiving the event"
	RuleFifteenMinutes Rule = "Interaction tokens are valid for 15 minutes"
	RuleAnswerFirst    Rule = "follow-ups and edits come after responding to an interaction"
	RuleToken          Rule = "an interaction is answered by its own id and token"
	RuleCallbackType   Rule = "dialogs are not available for MODAL_SUBMIT, updates are for components, choices for autocomplete"
	RuleFollowups      Rule = "Apps are limited to 5 followup messages per interaction if it was initiated from a user-installed app and isn't installed in the server"
	RuleRetried        Rule = "If a webhook returns a 404 status you should not attempt to use it again"
	RuleGateway        Rule = "Apps can send 120 gateway events per connection every 60 seconds, none of which must exceed 4096 bytes; closed with 4001, 4002, 4005 or 4008"
	RuleIdentifyBudget Rule = "Clients are limited to 1000 IDENTIFY calls to the websocket in a 24-hour period, and past it the bot token will be reset"
	RuleCommandCount   Rule = "100 global CHAT_INPUT commands, 15 USER, 15 MESSAGE, and 200 application command creates per day, per guild"
)

// The rules of bodies that no schema can say.
const (
	RuleEmpty         Rule = "At least one of content, embeds, sticker_ids, components, files[n], poll, or shared_client_theme is required"
	RuleEmbedTotal    Rule = "the combined sum of characters across all embeds attached to a message must not exceed 6000 characters"
	RuleFiles         Rule = "at most ten a message; the suffixed index n is the snowflake placeholder that can be used in the attachments field"
	RuleFileName      Rule = "a file name of ASCII letters, digits, _, - and ., the first not _, is kept; any other is changed without a word"
	RuleFileSize      Rule = "The file upload size limit applies to each file in a request. The default limit is 10 MiB"
	RuleRequestSize   Rule = "The maximum request size when sending a message is 25 MiB"
	RuleCustomID      Rule = "Multiple components on the same message must not share the same custom_id"
	RuleSelect        Rule = "a menu offers no value twice"
	RuleCommandSize   Rule = "Slash commands can have a maximum of 8000 characters for combined name, description, and value properties"
	RuleCommandName   Rule = "names are unique per application, per type, within each scope, and option names are unique within an array of options"
	RuleRequiredFirst Rule = "Required options must be listed before optional options"
	// RuleMentions: see [Options.RequireNoMentions].
	RuleMentions Rule = `"allowed_mentions": {"parse": []} suppresses all mentions`
)

// Violation is a rule the bot broke.
type Violation struct {
	Rule Rule
	// Where is the request or the gateway: "POST /channels/1/messages".
	Where string
	// Detail says what was found.
	Detail string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s (%s)", v.Where, v.Detail, v.Rule) }

// TakeViolations returns what the bot has broken so far, oldest first, and
// forgets it: for a test that breaks rules on purpose.
func (s *Server) TakeViolations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.violations
	s.violations = nil
	return out
}

// violate notes a broken rule. Callers hold mu.
func (s *Server) violate(rule Rule, where, detail string) {
	s.violations = append(s.violations, Violation{rule, where, detail})
}

// violate notes that the request breaks a rule. Callers hold mu.
func (c *call) violate(rule Rule, detail string) {
	where := c.asked()
	if token := c.token(); token != "" { // whoever has it can answer in the bot's name
		where = strings.ReplaceAll(where, token, "…")
	}
	c.srv.violate(rule, where, detail)
}

// violations notes everything that is wrong with a body. Callers hold mu.
func (c *call) violations(f form) {
	for _, e := range f {
		c.violate(e.rule, e.path+": "+e.text)
	}
}

// apiError is an answer in the shape of Discord's errors.
type apiError struct {
	status, code int
	message      string
	// rule is the one that the bot broke, "" for none.
	rule Rule
	// form is what is wrong with the body.
	form form
}

func (e *apiError) Error() string { return fmt.Sprintf("%d: %s (%d)", e.status, e.message, e.code) }

func (e *apiError) body() any {
	out := object{"code": e.code, "message": e.message}
	if e.form != nil {
		out["errors"] = e.form.nested()
	}
	return out
}

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

// breaks refuses what breaks a rule.
func breaks(rule Rule, status, code int) *apiError {
	return &apiError{status: status, code: code, message: string(rule), rule: rule}
}

// form is everything that is wrong with a body: Discord reports all of it at
// once, nested as the body is.
type form []formError

type formError struct {
	rule Rule
	path string // "embeds.0.title"
	text string
}

// refusal is the answer to a body with which something is wrong, else nil.
func (f form) refusal() error {
	if f == nil {
		return nil
	}
	return &apiError{status: http.StatusBadRequest, code: 50035, message: "Invalid Form Body", form: f}
}

// add notes that what lies at a path breaks a rule.
func (f *form) add(rule Rule, path, text string, args ...any) {
	e := formError{rule, strings.TrimPrefix(path, "."), fmt.Sprintf(text, args...)}
	if !slices.Contains(*f, e) { // alternatives of a union may want the same
		*f = append(*f, e)
	}
}

// nested turns "embeds.0.title" into {"embeds":{"0":{"title":{"_errors":[…]}}}}.
func (f form) nested() object {
	root := object{}
	for _, e := range f {
		at := root
		for key := range strings.FieldsFuncSeq(e.path, func(r rune) bool { return r == '.' }) {
			if at[key] == nil {
				at[key] = object{}
			}
			at, _ = at[key].(object)
		}
		errs, _ := at["_errors"].([]any)
		at["_errors"] = append(errs, object{"code": "INVALID", "message": e.text})
	}
	return root
}
