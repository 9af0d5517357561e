package jobs

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/interactions"
)

// What Discord refuses is tried hourly in the end, a channel as seldom as one message, unless it may
// take another. A channel is lost that was refused for a day, with no other answer in between.
func TestRefusals(t *testing.T) {
	t.Parallel()
	refused := &interactions.RefusedError{Why: "Thread is archived (50083)"}
	filtered := &interactions.RefusedError{Why: "Message was blocked (200000)", OfText: true}
	noAnswer := errors.New("no answer")
	one, three := []string{"a"}, []string{"a", "b", "c"}
	type spell struct {
		hours int
		names []string // of the messages to be sent to the channel meanwhile
		err   error    // with which that is answered
		tries int
		lost  bool
	}
	for name, spells := range map[string][]spell{
		"refused for a day":                  {{22, one, refused, 25, false}, {2, one, refused, 2, true}},
		"one message or many":                {{8, three, refused, 11, false}},
		"refused for its text alone":         {{8, one, filtered, 11, false}, {8, three, filtered, 30, false}},
		"every text for a day":               {{22, one, filtered, 25, false}, {2, one, filtered, 2, true}},
		"without an answer in between":       {{22, one, refused, 25, false}, {1, one, noAnswer, 39, false}, {1, one, refused, 1, true}},
		"sent in between":                    {{22, one, refused, 25, false}, {1, one, nil, 39, false}, {22, one, refused, 25, false}},
		"with nothing to be sent in between": {{1, one, refused, 4, false}, {24 * 7, nil, nil, 0, false}, {1, one, refused, 4, false}},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := refusals{}
			for i, s := range spells {
				tries, lost := 0, false
				for range s.hours * 60 {
					r.forget()
					for _, message := range s.names {
						if !r.rests(55, message) {
							_, isLost := r.note(55, message, s.err)
							tries, lost = tries+1, lost || isLost
						}
					}
					time.Sleep(time.Minute)
				}
				if tries != s.tries || lost != s.lost {
					t.Errorf("%s, spell %d: tried %d times, lost: %t, want %d, %t", name, i+1, tries, lost, s.tries, s.lost)
				}
			}
		})
	}
}
