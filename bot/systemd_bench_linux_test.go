package main

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/bot/gateway/load"
)

// BenchmarkServiceBesideAHunt asks the packaged service in a real systemd, which forbids
// priorities, for shuffled deals at a steady pace: in rounds by turns without a hunt and
// beside one, since on a machine with other work only rounds beside each other can be
// compared. It reports the medians of the rounds, and the core time that the hunts used in a
// second. -benchtime 10x asks in ten rounds of each.
func BenchmarkServiceBesideAHunt(b *testing.B) {
	const (
		questions = 200
		interval  = time.Second / 20
	)
	guilds := []string{discordtest.DefaultGuildID}
	for i := range 500 { // many, to stay below the rate limits
		guilds = append(guilds, strconv.Itoa(7_000_000+i))
	}
	s := bootSystemd(b, guilds...)
	s.must("systemctl", "start", "nonna")
	s.session(1)
	hunts, asked := hunter{b, b.Context(), s.srv}, 0
	ask := func() *discordtest.Interaction {
		asked++
		return s.srv.Slash("camicia",
			discordtest.InGuild(guilds[1+asked%(len(guilds)-1)], discordtest.DefaultChannelID),
			discordtest.By(strconv.Itoa(8_000_000+asked), "Anna"))
	}
	var p50, p99 [2][]float64
	used, began := 0.0, time.Duration(0)
	round := func(which int) {
		start := time.Now()
		waits, err := load.Waits(ask, questions, interval)
		if err != nil {
			b.Fatal(err)
		}
		began += time.Duration(which) * time.Since(start)
		p50[which] = append(p50[which], load.Quantile(waits, 0.50))
		p99[which] = append(p99[which], load.Quantile(waits, 0.99))
	}
	for b.Loop() {
		round(0)
		hunts.start(7200)
		hunts.latest("Today")
		round(1)
		hunts.ask("hunt", discordtest.Sub("stop"))
		used += coreSeconds(b, hunts.latest("It was stopped"))
	}
	b.Logf("p99 without a hunt %.1f, beside one %.1f", p99[0], p99[1])
	for i, with := range []string{"", "-beside-a-hunt"} {
		b.ReportMetric(median(p50[i]), "p50-ms"+with)
		b.ReportMetric(median(p99[i]), "p99-ms"+with)
	}
	b.ReportMetric(used/began.Seconds(), "hunt-cores")
}

// latest waits until the message of the latest hunt has a text.
func (h hunter) latest(text string) (m discordtest.Message) {
	h.Helper()
	ctx, cancel := context.WithTimeout(h.ctx, patience)
	defer cancel()
	err := h.srv.Until(ctx, func() bool {
		said := ""
		for _, m = range slices.Backward(h.srv.Messages(discordtest.DefaultChannelID)) {
			if len(m.Embeds) == 1 && strings.Contains(m.Embeds[0].Description, "Started by") {
				said = m.Embeds[0].Description
				break
			}
		}
		return strings.Contains(said, text)
	})
	if err != nil {
		h.Fatalf("%v: shown is %+v, want %s", err, m.Embeds, text)
	}
	return m
}

// coreSeconds returns the core time that a hunt used, as its message says.
func coreSeconds(b *testing.B, m discordtest.Message) float64 {
	b.Helper()
	said := regexp.MustCompile(`in ([0-9]+) seconds? of a processor`).FindStringSubmatch(m.Embeds[0].Description)
	if said == nil {
		b.Fatalf("the hunt says %+v", m.Embeds)
	}
	seconds, _ := strconv.ParseFloat(said[1], 64)
	return seconds
}

func median(all []float64) float64 {
	return slices.Sorted(slices.Values(all))[len(all)/2]
}
