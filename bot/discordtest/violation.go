package discordtest

import "fmt"

// Rule names a rule of Discord's that a bot can break.
type Rule string

// Violation is a rule the bot broke.
type Violation struct {
	Rule Rule
	// Where is the request or the gateway: "POST /channels/1/messages".
	Where string
	// Detail says what was found.
	Detail string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Rule, v.Where, v.Detail) }

// RuleSpec is every rule that Discord's published specification states: types,
// required fields, lengths and counts. The rules below are those it leaves out,
// with the sentences of Discord's documentation that they hold.
const RuleSpec Rule = "spec"

// The rules of state.
const (
	// RuleHost: a test reaches no host but Discord's, which this package plays.
	RuleHost Rule = "host"
	// RuleOneAnswer: "Interaction has already been acknowledged" (40060).
	RuleOneAnswer Rule = "one-answer"
	// RuleThreeSeconds: "you must send an initial response within 3 seconds of
	// receiving the event" (10062).
	RuleThreeSeconds Rule = "three-seconds"
	// RuleFifteenMinutes: "Interaction tokens are valid for 15 minutes" (50027).
	RuleFifteenMinutes Rule = "fifteen-minutes"
	// RuleAnswerFirst: follow-ups and edits come "after responding to an
	// interaction" (10015).
	RuleAnswerFirst Rule = "answer-first"
	// RuleToken: an interaction is answered by its own id and token (10062, 50027).
	RuleToken Rule = "token"
	// RuleCallbackType: "Not available for MODAL_SUBMIT" (dialogs), "For
	// components" (updates), and suggestions for autocomplete alone.
	RuleCallbackType Rule = "callback-type"
	// RuleDeferred: of a deferred answer "the only valid message flag you may
	// use is EPHEMERAL". It has no content: what is there is lost.
	RuleDeferred Rule = "deferred"
	// RuleFollowups: "Apps are limited to 5 followup messages per interaction if
	// it was initiated from a user-installed app and isn't installed in the
	// server" (40094).
	RuleFollowups Rule = "followups"
	// RuleRetried: "If a webhook returns a 404 status you should not attempt to
	// use it again".
	RuleRetried Rule = "retried"
	// RuleInvalidRequests: "10,000 per 10 minutes. An invalid request is one that
	// results in 401, 403, or 429 statuses."
	RuleInvalidRequests Rule = "invalid-requests"
	// RuleGateway: what the gateway closes with 4001, 4002, 4003, 4005 or 4008
	// for. "Apps can send 120 gateway events per connection every 60 seconds",
	// none of which "must exceed 4096 bytes".
	RuleGateway Rule = "gateway"
	// RuleIdentifyBudget: "Clients are limited to 1000 IDENTIFY calls to the
	// websocket in a 24-hour period"; past it "the bot token will be reset".
	RuleIdentifyBudget Rule = "identify-budget"
	// RuleCommandCount: "100 global CHAT_INPUT commands", 15 USER, 15 MESSAGE
	// (30032), and "200 application command creates per day, per guild" (30034).
	RuleCommandCount Rule = "command-count"
)

// The rules of bodies that the specification leaves out.
const (
	// RuleContent: "Message contents (up to 2000 characters)". Of messages to
	// a channel the specification allows 4,000, which the sentence does not.
	RuleContent Rule = "content"
	// RuleEmpty: "At least one of content, embeds, sticker_ids, components,
	// files[n], poll, or shared_client_theme is required" (50006). An embed says
	// something too, and a field of it has a name and a value.
	RuleEmpty Rule = "empty"
	// RuleEmbedTotal: "the combined sum of characters in all title, description,
	// field.name, field.value, footer.text, and author.name fields across all
	// embeds attached to a message must not exceed 6000 characters".
	RuleEmbedTotal Rule = "embed-total"
	// RuleFiles: at most ten a message, and "the suffixed index n is the
	// snowflake placeholder that can be used in the attachments field".
	RuleFiles Rule = "files"
	// RuleFileName: a name of ASCII letters, digits, "_", "-" and ".", the first
	// not "_", is kept; any other is changed without a word.
	RuleFileName Rule = "file-name"
	// RuleFileSize: "The file upload size limit applies to each file in a
	// request. The default limit is 10 MiB".
	RuleFileSize Rule = "file-size"
	// RuleRequestSize: "The maximum request size when sending a message is 25
	// MiB" (40005).
	RuleRequestSize Rule = "request-size"
	// RuleRows: at most five, of "up to 5 interactive button components or a
	// single select component".
	RuleRows Rule = "rows"
	// RuleCustomID: "Multiple components on the same message must not share the
	// same custom_id."
	RuleCustomID Rule = "custom-id"
	// RuleButton: a label or an emoji. "Non-link and non-premium buttons must
	// have a custom_id, and cannot have a url", "Link buttons must have a url,
	// and cannot have a custom_id".
	RuleButton Rule = "button"
	// RuleSelect: a menu offers no value twice.
	RuleSelect Rule = "select"
	// RuleModal: "Between 1 and 5 (inclusive) components that make up the modal".
	RuleModal Rule = "modal"
	// RuleSuggestion: the value of a choice of text is "Up to 100 characters".
	RuleSuggestion Rule = "suggestion"
	// RuleCommandName: "names must match the following regex
	// ^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$", "If there is a lowercase
	// variant of any letters used, you must use those."
	RuleCommandName Rule = "command-name"
	// RuleCommandSize: "Slash commands can have a maximum of 8000 characters for
	// combined name, description, and value properties"; "only the longest
	// localization for each field" counts.
	RuleCommandSize Rule = "command-size"
	// RuleRequiredFirst: "Required options must be listed before optional options".
	RuleRequiredFirst Rule = "required-first"
	// RuleOptions: "name must be unique within an array of application command
	// options"; "autocomplete may not be set to true if choices are present";
	// subcommands and options do not mix.
	RuleOptions Rule = "options"
	// RuleDescription: "Description for CHAT_INPUT commands, 1-100 characters.
	// Empty string for USER and MESSAGE commands".
	RuleDescription Rule = "description"
	// RuleMentions: see [Options.RequireNoMentions].
	RuleMentions Rule = "mentions"
)

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
