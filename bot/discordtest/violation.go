package discordtest

import (
	"fmt"
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
