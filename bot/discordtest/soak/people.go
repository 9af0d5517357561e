package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"nonna/bot/discordtest"
)

// mayDelete reports whether a command, or a control of one, may delete games.
func mayDelete(command string) bool {
	return strings.HasPrefix(command, "privacy") || strings.HasPrefix(command, "admin")
}

// people use everything that the bot has registered. They recognise an answer that shows a
// game by its picture and another file.
type people struct {
	srv    *discordtest.Server
	guilds []string

	mu sync.Mutex
	// asked are the interactions of the latest minute, and shown those that were answered by a game.
	asked []*discordtest.Interaction
	shown map[string]json.RawMessage // as delivered
	seen  []discordtest.Message      // messages whose controls can be used
	count tally
}

// tally counts actions, and those of them that were answered.
type tally struct{ done, answered int }

// use does random things until ctx is done. Only the first person deletes games; what that
// one is shown is not counted, because it may be deleted.
func (p *people) use(ctx context.Context, r *rand.Rand, who int) {
	deletes := who == 0
	for ctx.Err() == nil {
		p.wait(p.do(r, who, deletes), !deletes)
	}
}

// do does one random thing.
func (p *people) do(r *rand.Rand, who int, deletes bool) *discordtest.Interaction {
	opts := []discordtest.Opt{
		discordtest.By(fmt.Sprint(5_000_000+100*who+r.IntN(100)), "Anna"), // many members, to stay below the rate limits
		discordtest.InGuild(p.guilds[r.IntN(len(p.guilds))], discordtest.DefaultChannelID),
		discordtest.Permissions(discordtest.PermissionManageGuild),
	}
	if r.IntN(8) == 0 {
		opts = append(opts, discordtest.InDM())
	}
	if m, ok := p.message(r); ok && r.IntN(3) == 0 {
		return p.press(r, m, deletes, opts)
	}
	if r.IntN(8) == 0 {
		return p.srv.OnMessage("Settle", text(r), opts...)
	}
	commands := p.srv.Commands("")
	for len(commands) > 0 {
		c := commands[r.IntN(len(commands))]
		if c.Type != discordtest.CommandSlash || !deletes && mayDelete(c.Name) {
			continue
		}
		if r.IntN(4) == 0 && c.Name != "privacy" {
			for _, o := range c.Options {
				if o.Autocomplete {
					return p.srv.Autocomplete(c.Name, append(opts, discordtest.Typing(o.Name, text(r)))...)
				}
			}
		}
		return p.srv.Slash(c.Name, append(opts, fill(r, c.Options)...)...)
	}
	return p.srv.Slash("help", opts...)
}

// fill fills in random options.
func fill(r *rand.Rand, options []discordtest.Command) []discordtest.Opt {
	var opts []discordtest.Opt
	if len(options) > 0 && options[0].Type <= discordtest.OptionGroup {
		sub := options[r.IntN(len(options))]
		return []discordtest.Opt{discordtest.Sub(sub.Name, fill(r, sub.Options)...)}
	}
	for _, o := range options {
		if !o.Required && r.IntN(3) > 0 {
			continue
		}
		switch {
		case len(o.Choices) > 0:
			if value, ok := o.Choices[r.IntN(len(o.Choices))].Value.(string); ok {
				opts = append(opts, discordtest.Text(o.Name, value))
			}
		case o.Type == discordtest.OptionString:
			opts = append(opts, discordtest.Text(o.Name, text(r)))
		case o.Type == discordtest.OptionInteger:
			opts = append(opts, discordtest.Int(o.Name, r.Int64N(1000)))
		case o.Type == discordtest.OptionBoolean:
			opts = append(opts, discordtest.Bool(o.Name, r.IntN(2) == 0))
		case o.Type == discordtest.OptionChannel:
			opts = append(opts, discordtest.Channel(o.Name, discordtest.DefaultChannelID))
		case o.Type == discordtest.OptionAttachment:
			opts = append(opts, discordtest.Attach(o.Name, discordtest.File{Name: "deal.txt", Data: []byte(text(r))}))
		}
	}
	return opts
}

// text returns a deal, or a text that resembles one.
func text(r *rand.Rand) string {
	const cards = "2345678910JQKA-- "
	var b strings.Builder
	switch r.IntN(8) {
	case 0:
		return []string{"bdad acbc abba", "ab cd", "#447247122283566119055", `{"playerA":["2"],"playerB":["3"]}`, "🂡", "\x00", "`", "/"}[r.IntN(8)]
	case 1:
		for range 1 + r.IntN(300) {
			b.WriteRune(rune(32 + r.IntN(0x2ff)))
		}
	default:
		for i := range 2 + r.IntN(80) {
			if i > 0 && r.IntN(20) == 0 {
				b.WriteString(" / ")
			}
			b.WriteByte(cards[r.IntN(len(cards))])
		}
	}
	return b.String() + "2/3"
}

func (p *people) message(r *rand.Rand) (discordtest.Message, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.seen) == 0 {
		return discordtest.Message{}, false
	}
	return p.seen[r.IntN(len(p.seen))], true
}

// press uses a random control of a message, if there is one.
func (p *people) press(r *rand.Rand, m discordtest.Message, deletes bool, opts []discordtest.Opt) *discordtest.Interaction {
	for range 10 {
		if len(m.Components) == 0 {
			break
		}
		row := m.Components[r.IntN(len(m.Components))].Components
		if len(row) == 0 {
			continue
		}
		switch c := row[r.IntN(len(row))]; {
		case c.Disabled || c.CustomID == "" || !deletes && mayDelete(c.CustomID):
		case len(c.Options) == 0:
			return p.srv.Press(m, c.CustomID, opts...)
		default:
			if value, ok := c.Options[r.IntN(len(c.Options))].Value.(string); ok {
				return p.srv.Select(m, c.CustomID, []string{value}, opts...)
			}
		}
	}
	return p.srv.Slash("help", opts...)
}

// wait waits for an answer and records it.
func (p *people) wait(it *discordtest.Interaction, counted bool) {
	p.mu.Lock()
	p.count.done++
	p.asked = append(p.asked, it)
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	a, err := it.Wait(ctx)
	if err != nil {
		// There is no session now, or a fault delayed the answer for too long.
		time.Sleep(100 * time.Millisecond)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count.answered++
	if len(a.Message.Components) > 0 {
		const kept = 200
		p.seen = append(p.seen, a.Message)
		p.seen = p.seen[max(0, len(p.seen)-kept):]
	}
	isNew := a.Type == discordtest.CallbackMessage || a.Type == discordtest.CallbackDeferred
	if counted && isNew && showsGame(a.Message) {
		p.shown[it.ID] = it.Event
	}
}

// answeredTwice returns an error for each interaction of the latest minute that was answered by
// the same message twice, and forgets them.
func (p *people) answeredTwice() (wrong []error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, it := range p.asked {
		a, seen := it.Answer(), map[string]bool{}
		messages := a.Followups
		if a.Type == discordtest.CallbackMessage || a.Type == discordtest.CallbackDeferred {
			messages = append(messages, a.Message)
		}
		for _, m := range messages {
			said := fmt.Sprint(m.Content, m.Embeds)
			if seen[said] {
				wrong = append(wrong, fmt.Errorf("an interaction was answered twice by %s: %s", said, it.Event))
			}
			seen[said] = true
		}
	}
	p.asked = nil
	return wrong
}

// showsGame reports whether a message has a picture and another file.
func showsGame(m discordtest.Message) bool {
	isPicture := func(f discordtest.File) bool { return strings.HasSuffix(f.Name, ".png") }
	isBoth := slices.ContainsFunc(m.Files, isPicture) && slices.ContainsFunc(m.Files, func(f discordtest.File) bool { return !isPicture(f) })
	return isBoth && len(m.Embeds) > 0 && !strings.Contains(m.Embeds[0].Description, "but not recorded")
}

func (p *people) counted() tally {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}
