package discordtest

import "fmt"

// Rule names a rule of Discord's that a bot can break.
type Rule string

// Violation is a rule the bot broke.
type Violation struct {
	Rule Rule
	// Where is the request or the gateway message: "POST /channels/1/messages".
	Where string
	// Detail says what was found and what is allowed.
	Detail string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Rule, v.Where, v.Detail) }

// The rules. Those that come with an error of Discord's say which.
const (
	// RuleHost: a request went to a host that is not Discord's.
	RuleHost Rule = "host"
	// RuleOneAnswer: one first answer an interaction (40060).
	RuleOneAnswer Rule = "one-answer"
	// RuleThreeSeconds: the first answer comes within 3 s (10062).
	RuleThreeSeconds Rule = "three-seconds"
	// RuleFifteenMinutes: edits and follow-ups come within 15 min (50027).
	RuleFifteenMinutes Rule = "fifteen-minutes"
	// RuleAnswerFirst: edits and follow-ups come after a first answer (10015).
	RuleAnswerFirst Rule = "answer-first"
	// RuleToken: the interaction's id and token belong together (10062, 50027).
	RuleToken Rule = "token"
	// RuleGateway: what is sent over the gateway is what Discord expects there
	// (close codes 4001 to 4008).
	RuleGateway Rule = "gateway"
	// RuleIdentifyBudget: nobody identifies with no identifies left; Discord
	// takes the token away.
	RuleIdentifyBudget Rule = "identify-budget"
	// RuleCallbackType: the first answer is of a type that suits what the user
	// did: suggestions for autocomplete and nothing else, no dialog after a
	// dialog, updates only where there is a message to update.
	RuleCallbackType Rule = "callback-type"
	// RuleDeferred: a deferred answer says nothing but whether it is ephemeral.
	RuleDeferred Rule = "deferred"
	// RuleFollowups: at most five follow-ups where the bot is only through the
	// user's own installation (40094).
	RuleFollowups Rule = "followups"
	// RuleRetried: what was answered 404 is not asked again.
	RuleRetried Rule = "retried"
	// RuleInvalidRequests: fewer than 10,000 answers of 401, 403 and 429 in ten
	// minutes; past that the address is banned.
	RuleInvalidRequests Rule = "invalid-requests"
	// RuleSpec: a request is what Discord's published specification says.
	RuleSpec Rule = "spec"
	// RuleMentions: see [Options.RequireNoMentions].
	RuleMentions Rule = "mentions"

	// RuleContent: at most 2,000 characters.
	RuleContent Rule = "content"
	// RuleEmpty: a message says something (50006).
	RuleEmpty Rule = "empty"
	// RuleEmbeds: the number of embeds and the lengths of their parts.
	RuleEmbeds Rule = "embeds"
	// RuleEmbedTotal: 6,000 characters over all of a message's embeds.
	RuleEmbedTotal Rule = "embed-total"
	// RuleFiles: the number of files, their descriptions, and that what a
	// message refers to is there.
	RuleFiles Rule = "files"
	// RuleFileName: ASCII letters, digits, "_", "-" and ".", the first not "_".
	RuleFileName Rule = "file-name"
	// RuleFileSize: 10 MiB a file.
	RuleFileSize Rule = "file-size"
	// RuleRequestSize: 25 MiB a request (40005).
	RuleRequestSize Rule = "request-size"
	// RuleComponents: the shape of rows.
	RuleComponents Rule = "components"
	// RuleCustomID: 1 to 100 characters, unique in its message.
	RuleCustomID Rule = "custom-id"
	// RuleButton: a label or an emoji; links have a URL and nobody else.
	RuleButton Rule = "button"
	// RuleSelect: the options of a menu.
	RuleSelect Rule = "select"
	// RuleModal: the parts of a dialog.
	RuleModal Rule = "modal"
	// RuleAutocomplete: at most 25 suggestions, and their lengths.
	RuleAutocomplete Rule = "autocomplete"
	// RuleCommand: descriptions, options and choices of commands.
	RuleCommand Rule = "command"
	// RuleCommandName: the pattern of names.
	RuleCommandName Rule = "command-name"
	// RuleCommandSize: 8,000 characters a command.
	RuleCommandSize Rule = "command-size"
	// RuleCommandCount: 100 slash, 15 user and 15 message commands, 200 new
	// ones a day (30032, 30034).
	RuleCommandCount Rule = "command-count"
	// RuleRequiredFirst: required options come before the others.
	RuleRequiredFirst Rule = "required-first"
)

// Violations returns what the bot has broken so far, oldest first.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Violation(nil), s.violations...)
}

// TakeViolations returns what the bot has broken so far and forgets it: for a
// test that breaks rules on purpose.
func (s *Server) TakeViolations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.violations
	s.violations = nil
	return out
}

// maxViolations bounds what is said about a bot that breaks rules in a loop.
const maxViolations = 1000

func (s *Server) violate(rule Rule, where, detail string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violateLocked(rule, where, detail)
}

func (s *Server) violateLocked(rule Rule, where, detail string) {
	if len(s.violations) < maxViolations {
		s.violations = append(s.violations, Violation{rule, where, detail})
	}
}
