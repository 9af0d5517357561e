package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Rule is a rule that a bot can break, in the words of Discord's documentation.
type Rule string

// RuleSpec stands for all rules of Discord's published specification: types, required
// fields, lengths and counts. The rules that it leaves out are in rules.json, if a schema
// can express them, or below.
const RuleSpec Rule = "the published API specification"

// Two rules of this package: there is nothing else to be reached.
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
	RuleRetried        Rule = "If a webhook returns a 404 status you should not attempt to use it again"
	RuleGateway        Rule = "Apps can send 120 gateway events per connection every 60 seconds, none of which must exceed 4096 bytes; closed with 4001, 4002, 4005 or 4008"
	RuleIdentifyBudget Rule = "Clients are limited to 1000 IDENTIFY calls to the websocket in a 24-hour period, and past it the bot token will be reset"
	RuleGuildPages     Rule = "max number of guilds to return (1-200)"
	RuleCommandCount   Rule = "100 global CHAT_INPUT commands, 15 USER, 15 MESSAGE, and 200 application command creates per day, per guild"
)

// The rules for bodies that no schema can express.
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

// Violation is a rule that the bot broke.
type Violation struct {
	Rule Rule
	// Where is a request such as "POST /channels/1/messages", or the gateway.
	Where string
	// Detail says what was wrong.
	Detail string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s (%s)", v.Where, v.Detail, v.Rule) }

// TakeViolations returns and removes the violations so far, oldest first. Tests that break
// rules on purpose need it.
func (s *Server) TakeViolations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.violations
	s.violations = nil
	return out
}

// violate records a violation. Callers must hold mu.
func (s *Server) violate(rule Rule, where, detail string) {
	s.violations = append(s.violations, Violation{rule, where, detail})
}

// violate records that the request breaks a rule. Callers must hold mu.
func (c *call) violate(rule Rule, detail string) {
	where := c.target()
	if token := c.token(); token != "" { // it is a password: others could answer with it
		where = strings.ReplaceAll(where, token, "…")
	}
	c.srv.violate(rule, where, detail)
}

// violations records all errors of a body. Callers must hold mu.
func (c *call) violations(f form) {
	for _, e := range f {
		c.violate(e.rule, e.path+": "+e.text)
	}
}

// apiError is an answer in the shape of Discord's errors.
type apiError struct {
	status, code int
	message      string
	// rule is the rule that the bot broke, or "".
	rule Rule
	// form holds the errors of the body.
	form form
}

func (e *apiError) Error() string { return fmt.Sprintf("%d: %s (%d)", e.status, e.message, e.code) }

func (e *apiError) body() any {
	out := object{"code": e.code, "message": e.message}
	if e.form != nil {
		at := map[string][]string{} // Discord nests it like the body
		for _, wrong := range e.form {
			at[wrong.path] = append(at[wrong.path], wrong.text)
		}
		out["errors"] = at
	}
	return out
}

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

// breaks returns the refusal of a request that breaks a rule.
func breaks(rule Rule, status, code int) *apiError {
	return &apiError{status: status, code: code, message: string(rule), rule: rule}
}

// form holds all errors of a body. Discord reports them at once.
type form []formError

type formError struct {
	rule Rule
	path string // "embeds.0.title"
	text string
}

// refusal returns the answer to a body with errors, or nil.
func (f form) refusal() error {
	if f == nil {
		return nil
	}
	return &apiError{status: http.StatusBadRequest, code: 50035, message: "Invalid Form Body", form: f}
}

// add adds the error that the value at a path breaks a rule.
func (f *form) add(rule Rule, path, text string, args ...any) {
	e := formError{rule, strings.TrimPrefix(path, "."), fmt.Sprintf(text, args...)}
	if !slices.Contains(*f, e) { // alternatives of a union may report the same
		*f = append(*f, e)
	}
}
