package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"time"

	"nonna/bot/discordtest"
)

// misbehave causes random faults until ctx is done, and then cancels all of them.
func misbehave(ctx context.Context, r *rand.Rand, srv *discordtest.Server) {
	defer srv.Heal()
	lastIdentify, healed := time.Now(), time.Now()
	for {
		if time.Since(healed) > time.Minute { // or faults that nobody met would pile up
			srv.Heal()
			healed = time.Now()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(r.IntN(2000)) * time.Millisecond):
		}
		switch n := r.IntN(20); {
		case n < 15:
			srv.Fail(restFault(r))
		case n < 18:
			gatewayFault(r, srv.Gateway())
		case n == 18:
			srv.SilenceHTTP()
		case time.Since(lastIdentify) > 20*time.Second: // Discord allows a thousand a day
			lastIdentify = time.Now()
			srv.Gateway().Do(discordtest.InvalidSession(false))
		}
	}
}

func restFault(r *rand.Rand) discordtest.Fault {
	routes := []discordtest.Route{
		discordtest.RouteCallback, discordtest.RouteCallback, discordtest.RouteFollowup, discordtest.RouteOriginalEdit,
		discordtest.RouteOriginalDelete, discordtest.RouteMessageCreate, discordtest.RouteCDN, discordtest.RouteGatewayBot, "",
	}
	f := discordtest.Fault{Route: routes[r.IntN(len(routes))], Times: 1 + r.IntN(5)}
	switch r.IntN(5) {
	case 0:
		f.Delay = time.Duration(r.IntN(4000)) * time.Millisecond
	case 1:
		f.CutAfter = 1 + r.Int64N(1000)
	case 2:
		f.Lost = true
	case 3:
		f.Status, f.RetryAfter = http.StatusTooManyRequests, time.Duration(r.IntN(1500))*time.Millisecond
	default:
		f.Status = []int{500, 502, 503, 504}[r.IntN(4)]
		f.Lost = r.IntN(2) == 0
	}
	return f
}

func gatewayFault(r *rand.Rand, g *discordtest.Gateway) {
	steps := []discordtest.Step{
		discordtest.Reconnect(), discordtest.InvalidSession(true), discordtest.Cut(), discordtest.CloseWith(4000), discordtest.CloseWith(4008),
		discordtest.RequestHeartbeat(),
		discordtest.Raw("null"), discordtest.Raw(" null "), discordtest.Raw("{"), discordtest.Raw(`{"op":31}`), discordtest.Raw(`"boo"`),
	}
	switch r.IntN(20) {
	case 0:
		g.Do(discordtest.Silence())
	case 1:
		g.Do(discordtest.IgnoreHeartbeats())
	case 2, 3, 4:
		events := []string{"TYPING_START", "INTERACTION_CREATE"}
		data := []string{`{}`, `null`, `"boo"`, `{"channels":[null]}`, `{"id":"5","token":7,"data":[null]}`}
		_ = g.Dispatch(events[r.IntN(len(events))], json.RawMessage(data[r.IntN(len(data))])) // fails without a session
	case 5, 6, 7:
		g.Next([]discordtest.Connect{
			{Refuse: http.StatusServiceUnavailable},
			{Hello: discordtest.CloseWith(4000)},
			{Hello: discordtest.Raw(`{"op":10,"d":{}}`)},
			{OnlyResume: true, Ready: discordtest.Reconnect()},
			{OnlyResume: true, Ready: discordtest.CloseWith(4000)},
			{Replay: 20},
		}[r.IntN(6)])
		g.Do(discordtest.Cut())
	default:
		g.Do(steps[r.IntN(len(steps))])
	}
}
