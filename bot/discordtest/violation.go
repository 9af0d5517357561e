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

func (s *Server) violate(rule Rule, where, detail string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violateLocked(rule, where, detail)
}

func (s *Server) violateLocked(rule Rule, where, detail string) {
	s.violations = append(s.violations, Violation{rule, where, detail})
}
