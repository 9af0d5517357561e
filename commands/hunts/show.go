package hunts

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// status shows the hunt of the server to the user alone, and the core time of the day.
func (h *hunts) status(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := h.Private(req)
	running, server, err := h.store.RunningHunt(ctx, req.GuildID, req.User.ID, req.At)
	if err != nil {
		return commands.Reply{}, err
	}
	heading, said := p.Say("hunt.none-title", nil), []string{p.Say("hunt.none", words.Args{"start": p.Typed(commandName + " start")})}
	if running != nil {
		tried, used := h.now(running.ID)
		running.Tried, running.Used, server.Today = max(running.Tried, tried), running.Used+used, server.Today+used
		heading, said = p.Say("hunt.running", words.Args{"hunt": title(p, *running)}), lines(p, *running)
	}
	if server.Budget == 0 {
		said = append(said, p.Say("hunt.off", words.Args{"command": p.Typed("config set", "hunt", exampleBudget)}))
	} else {
		said = append(said, dayLine(p, server, req.At))
	}
	return p.Reply(heading, said...), nil
}

// Progress returns the message that shows a hunt in its channel: in the language that the server
// chose, or else in that of public replies when the hunt was started. A button stops it while it runs.
func Progress(l commands.Localizer, h store.Hunt, now time.Time) commands.Reply {
	p := l.In(cmp.Or(h.Language, h.Locale))
	finds := commands.BoardState{Kind: store.Hunts, By: h.By, Game: h.Game}
	buttons := []commands.Button{p.Button(commands.BoardControl.ID(commands.BoardCommand, finds), "hunt.finds")}
	heading, last := "hunt.over", p.Say("hunt.ended-"+string(h.End), nil)
	if h.End == "" {
		stop := p.Button(stopControl.ID(commandName, StopState{h.ID}), "hunt.stop").As(commands.Danger)
		heading, last, buttons = "hunt.running", dayLine(p, h.HuntServer, now), append([]commands.Button{stop}, buttons...)
	}
	reply := p.Reply(p.Say(heading, words.Args{"hunt": title(p, h)}), append(lines(p, h), last)...)
	reply.Rows = commands.Buttons(buttons...)
	return reply
}

// lines says who started a hunt, what it did, and what it found.
func lines(p commands.Printer, h store.Hunt) []string {
	all := []string{
		p.Say("hunt.started", words.Args{"who": p.SafeName(h.Starter.Name), "when": commands.Stamp(h.StartedAt, "R")}),
		p.Say("hunt.tried", words.Args{"positions": p.Count("hunt.positions", h.Tried), "seconds": p.Count("count.seconds", seconds(h.Used))}),
	}
	if h.Plays == 0 && h.Takes == 0 {
		return append(all, p.Say("hunt.nothing", nil))
	}
	first, second := p.Counts(h.Game, h.By, store.Entry{Plays: h.Plays, Takes: h.Takes})
	all = append(all, p.Say("hunt.longest", words.Args{"length": first, "other": second}))
	if h.Best != nil {
		all = append(all, commands.Code(commands.Shorten(h.Best.Deal, 200)))
	}
	if median, ok := median(p, h); ok {
		all = append(all, p.Say("hunt.median", words.Args{"length": median}))
	}
	return all
}

// median returns the length that half of all hunters have reached by now, if that is known.
func median(p commands.Printer, h store.Hunt) (string, bool) {
	g := p.Game(h.Game)
	if g.Hunting == nil {
		return "", false
	}
	odds, ok := g.Hunting.Odds(Quest(h))
	if !ok || odds.Median(h.Tried) == 0 {
		return "", false
	}
	return p.LengthBy(h.Game, h.By, store.Entry{Plays: odds.Median(h.Tried), Takes: odds.Median(h.Tried)}), true
}

// title returns what a hunt looks for, without markdown: a deck that users type was read by
// its game.
func title(p commands.Printer, h store.Hunt) string {
	board := p.GameTitle(h.Game) + ", " + deckName(p, p.Game(h.Game), h.Deck)
	return p.Say("challenge.title", words.Args{"board": board, "measure": p.MeasureName(h.Game, h.By)})
}

// deckName returns a deck that has a name in words, and any other as it is.
func deckName(p commands.Printer, g *game.Game, deck string) string {
	if g.Hunting != nil {
		if i := slices.Index(g.Hunting.Decks, deck); i >= 0 && i < len(g.Hunting.Divisions) {
			return p.DivisionName(g.Name, g.Hunting.Divisions[i])
		}
	}
	return deck
}

// decks returns the decks of a game that have a name, each in words and by that name.
func decks(p commands.Printer, g *game.Game) (list []commands.Choice) {
	for _, deck := range g.Hunting.Decks {
		list = append(list, commands.Choice{Label: deckName(p, g, deck), Value: deck})
	}
	return list
}

// dayLine says how much core time the server's hunts have used on the day or, if none is left, when
// they go on.
func dayLine(p commands.Printer, s store.HuntServer, now time.Time) string {
	tomorrow, id := now.UTC().Truncate(24*time.Hour).Add(24*time.Hour), "hunt.today"
	if s.Left() == 0 {
		id = "hunt.rests"
	}
	return p.Say(id, words.Args{
		"used": p.Number(seconds(s.Today)), "budget": p.Count("count.seconds", seconds(s.Budget)), "when": commands.Stamp(tomorrow, "f"),
	})
}

func seconds(d time.Duration) int64 { return int64(d / time.Second) }
