package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"time"

	"nonna/bot/discordtest"
)

// misbehave lets everything go wrong that a Discord of tests can, one after the
// other, until ctx ends; then all is well again.
func misbehave(ctx context.Context, r *rand.Rand, srv *discordtest.Server) {
	defer srv.Heal()
	defer srv.Gateway().Heal()
	lastIdentify := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(r.IntN(1500)) * time.Millisecond):
		}
		switch n := r.IntN(20); {
		case n < 10:
			srv.Fail(restFault(r))
		case n < 18:
			gatewayFault(r, srv.Gateway())
		case n == 18:
			srv.SilenceHTTP()
		case time.Since(lastIdentify) > 20*time.Second: // of which a day has a thousand
			lastIdentify = time.Now()
			srv.Gateway().InvalidSession(false)
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
	switch r.IntN(11) {
	case 0:
		g.Reconnect()
	case 1:
		g.InvalidSession(true)
	case 2:
		g.Cut()
	case 3:
		g.Close([]int{4000, 1001, 4008}[r.IntN(3)], "")
	case 4:
		g.RequestHeartbeat()
	case 5:
		g.ReplayOnResume(r.IntN(20))
	case 6:
		g.SendBinary("x\x9c\xcb+\xcd\xc9\x01\x00\x04\x00\x01\xbb")
	case 7:
		g.Next([]discordtest.Connect{
			{Refuse: http.StatusServiceUnavailable},
			{CloseBeforeHello: 4000},
			{Hello: `{"op":10,"d":{}}`},
			{OnlyResume: true, Reconnect: true},
			{OnlyResume: true, Close: 4000},
		}[r.IntN(5)])
		g.Cut()
	case 8:
		if r.IntN(10) == 0 {
			g.Silence()
		}
	default:
		texts := []string{"null", " null ", "{", `{"op":31}`, `"boo"`}
		g.SendRaw(texts[r.IntN(len(texts))])
		events := []string{"GUILD_CREATE", "GUILD_UPDATE", "CHANNEL_CREATE", "MESSAGE_CREATE", "INTERACTION_CREATE"}
		data := []string{`{}`, `null`, `"boo"`, `{"channels":[null]}`, `{"id":"5","token":7,"data":[null]}`}
		_ = g.Dispatch(events[r.IntN(len(events))], json.RawMessage(data[r.IntN(len(data))])) // with nobody there nobody is told
	}
}
