package gametest_test

import (
	"errors"
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/game/gametest"
	"nonna/engine/snap"
)

// TestFaultsOfPreparingAreFound breaks one promise after the other.
func TestFaultsOfPreparingAreFound(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(*game.Preparing){
		"":                                    func(*game.Preparing) {},
		"preparing hands lacks a function":    func(p *game.Preparing) { p.Check = nil },
		"is for 2 to 7 seats":                 func(p *game.Preparing) { p.Most = 7 },
		`the prepared hand "abc" is read`:     func(p *game.Preparing) { p.Example = "abc" },
		"3 prepared hands are not dealt":      func(p *game.Preparing) { p.Most++; p.Deal = snap.New().Preparing.Deal },
		"which is no problem":                 func(p *game.Preparing) { check := p.Check; p.Check = plain(check) },
		`the prepared hand "" is dealt`:       func(p *game.Preparing) { p.Deal = careless(p.Deal) },
		"3 prepared hands are dealt with the": func(p *game.Preparing) { p.Deal = crowded(p.Deal) },
	} {
		g := snap.New()
		g.Params[0].Max, g.Hunting = 5, nil
		spoil(g.Preparing)
		err := gametest.TestGame(t.Context(), g)
		if err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

// plain returns problems as other errors.
func plain(check func(string) (string, error)) func(string) (string, error) {
	return func(text string) (string, error) {
		hand, err := check(text)
		if err != nil {
			err = errors.New(err.Error())
		}
		return hand, err
	}
}

// careless deals the first hand in place of wrong ones.
func careless(deal func([]string) (game.Deal, error)) func([]string) (game.Deal, error) {
	return func(hands []string) (game.Deal, error) {
		if len(hands) == 2 {
			hands = []string{hands[0], hands[0]}
		}
		return deal(hands)
	}
}

// crowded deals the first two hands of many.
func crowded(deal func([]string) (game.Deal, error)) func([]string) (game.Deal, error) {
	return func(hands []string) (game.Deal, error) { return deal(hands[:2]) }
}
