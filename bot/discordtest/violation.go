package discordtest

import (
	"fmt"
	"strings"
)

// Rule is a rule of Discord's that a bot can break, in the words of Discord's
// documentation.
type Rule string

// RuleSpec is every rule that Discord's published specification states: types,
// required fields, lengths and counts. The rules below are those it leaves out.
const RuleSpec Rule = "the published API specification"

// Two rules are of this package, as nothing else is here to be reached.
const (
	RuleHost  Rule = "only Discord's own hosts can be reached"
	RuleRoute Rule = "only the routes that discordtest names can be reached"
)

// The rules of state.
const (
	RuleOneAnswer       Rule = "Interaction has already been acknowledged"
	RuleThreeSeconds    Rule = "you must send an initial response within 3 seconds of receiving the event"
	RuleFifteenMinutes  Rule = "Interaction tokens are valid for 15 minutes"
	RuleAnswerFirst     Rule = "follow-ups and edits come after responding to an interaction"
	RuleToken           Rule = "an interaction is answered by its own id and token"
	RuleCallbackType    Rule = "dialogs are not available for MODAL_SUBMIT, updates are for components, choices for autocomplete"
	RuleDeferred        Rule = "the only valid message flag you may use is EPHEMERAL, and a deferred answer has no content"
	RuleFollowups       Rule = "Apps are limited to 5 followup messages per interaction if it was initiated from a user-installed app and isn't installed in the server"
	RuleRetried         Rule = "If a webhook returns a 404 status you should not attempt to use it again"
	RuleInvalidRequests Rule = "10,000 per 10 minutes. An invalid request is one that results in 401, 403, or 429 statuses"
	RuleGateway         Rule = "Apps can send 120 gateway events per connection every 60 seconds, none of which must exceed 4096 bytes; closed with 4001, 4002, 4005 or 4008"
	RuleIdentifyBudget  Rule = "Clients are limited to 1000 IDENTIFY calls to the websocket in a 24-hour period, and past it the bot token will be reset"
	RuleCommandCount    Rule = "100 global CHAT_INPUT commands, 15 USER, 15 MESSAGE, and 200 application command creates per day, per guild"
)

// The rules of bodies that the specification leaves out.
const (
	// RuleContent: of messages to a channel the specification allows 4,000.
	RuleContent       Rule = "Message contents (up to 2000 characters)"
	RuleEmpty         Rule = "At least one of content, embeds, sticker_ids, components, files[n], poll, or shared_client_theme is required"
	RuleEmbedTotal    Rule = "the combined sum of characters across all embeds attached to a message must not exceed 6000 characters"
	RuleFiles         Rule = "at most ten a message; the suffixed index n is the snowflake placeholder that can be used in the attachments field"
	RuleFileName      Rule = "a file name of ASCII letters, digits, _, - and ., the first not _, is kept; any other is changed without a word"
	RuleFileSize      Rule = "The file upload size limit applies to each file in a request. The default limit is 10 MiB"
	RuleRequestSize   Rule = "The maximum request size when sending a message is 25 MiB"
	RuleRows          Rule = "at most five rows, of up to 5 interactive button components or a single select component"
	RuleCustomID      Rule = "Multiple components on the same message must not share the same custom_id"
	RuleButton        Rule = "a label or an emoji; link buttons must have a url, and cannot have a custom_id, and others the reverse"
	RuleSelect        Rule = "a menu offers no value twice"
	RuleModal         Rule = "Between 1 and 5 (inclusive) components that make up the modal"
	RuleSuggestion    Rule = "the value of a choice of text is up to 100 characters"
	RuleCommandName   Rule = `names must match ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$; if there is a lowercase variant of any letters used, you must use those`
	RuleCommandSize   Rule = "Slash commands can have a maximum of 8000 characters for combined name, description, and value properties"
	RuleRequiredFirst Rule = "Required options must be listed before optional options"
	RuleOptions       Rule = "names are unique, autocomplete may not be set to true if choices are present, subcommands and options do not mix"
	RuleDescription   Rule = "Description for CHAT_INPUT commands, 1-100 characters. Empty string for USER and MESSAGE commands"
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

// maxViolations bounds what is said about a bot that breaks rules in a loop.
const maxViolations = 1000

// violate notes a broken rule. Callers hold mu.
func (s *Server) violate(rule Rule, where, detail string) {
	if len(s.violations) < maxViolations {
		s.violations = append(s.violations, Violation{rule, where, detail})
	}
}

// violate notes that the request breaks a rule. Callers hold mu.
func (c *call) violate(rule Rule, detail string) {
	// Whoever has the token in the path can answer in the bot's name.
	where := c.rec.Method + " " + c.rec.Path
	for _, name := range []string{"interaction_token", "webhook_token"} {
		if token := c.param(name); token != "" {
			where = strings.ReplaceAll(where, token, "…")
		}
	}
	c.srv.violate(rule, where, detail)
}
