package metrics

import (
	"context"
	"fmt"
	"io"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"nonna/bot/discord"
	"nonna/bot/interactions"
	"nonna/commands"
	"nonna/store"
)

// Metrics holds the figures of one bot. It is safe for concurrent use.
type Metrics struct {
	set        *vm.Set
	unrecorded *vm.Counter
	hunted     *vm.FloatCounter
	status     func() discord.Status
	waiting    func(context.Context) (int64, error)
}

// New returns metrics that are all 0. At every scrape status returns the bot's state
// in Discord, and waiting the number of announcements not yet sent.
func New(status func() discord.Status, waiting func(context.Context) (int64, error)) *Metrics {
	vm.ExposeMetadata(true) // the library has one switch for the whole process
	set := vm.NewSet()
	return &Metrics{
		set: set, unrecorded: set.NewCounter("nonna_games_unrecorded_total"),
		hunted: set.NewFloatCounter("nonna_hunt_core_seconds_total"), status: status, waiting: waiting,
	}
}

// Request records the outcome of a request and how long it took to handle.
// Suggestions are not counted.
func (m *Metrics) Request(req commands.Request, o commands.Outcome, took time.Duration) {
	if req.Kind == commands.Complete {
		return
	}
	if o == commands.Unrecorded {
		m.unrecorded.Inc()
	}
	m.time("nonna_requests_seconds", fmt.Sprintf("command=%q,outcome=%q", req.Command, o), took)
}

// Drawn records how long the picture of a reply to a command took to draw.
func (m *Metrics) Drawn(command string, took time.Duration) {
	m.time("nonna_picture_seconds", fmt.Sprintf("command=%q", command), took)
}

// Settled records how long settling a deal of a game took.
func (m *Metrics) Settled(game string, took time.Duration) {
	m.time("nonna_settle_seconds", fmt.Sprintf("game=%q", game), took)
}

// Hunted records core time that hunts used.
func (m *Metrics) Hunted(used time.Duration) { m.hunted.Add(used.Seconds()) }

// Answered records how long after a request Discord had its first acknowledgement, or
// its complete answer.
func (m *Metrics) Answered(phase interactions.Phase, took time.Duration) {
	m.time("nonna_answer_seconds", fmt.Sprintf("answer=%q", phase), took)
}

// Posted records the HTTP status with which a request for the interactions endpoint was
// answered.
func (m *Metrics) Posted(status int) {
	m.set.GetOrCreateCounter(fmt.Sprintf("nonna_http_requests_total{status=\"%d\"}", status)).Inc()
}

// Stored records how long a transaction of the database took.
func (m *Metrics) Stored(what store.Transaction, took time.Duration) {
	m.time("nonna_store_seconds", fmt.Sprintf("transaction=%q", what), took)
}

// buckets returns the upper bounds of the histograms in seconds: from a database
// transaction up to Discord's three seconds, and above these a deferred answer.
func buckets() []float64 { return []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10, 30} }

// time adds a duration to a histogram.
func (m *Metrics) time(name, labels string, took time.Duration) {
	m.set.GetOrCreatePrometheusHistogramExt(name+"{"+labels+"}", buckets()).Update(took.Seconds())
}

// Write writes all metrics and those of the process in Prometheus's text format.
func (m *Metrics) Write(w io.Writer) {
	m.writeStatus(w)
	m.set.WritePrometheus(w)
	vm.WriteProcessMetrics(w)
}

// waitingTime is how long a scrape waits for the number of announcements not yet sent.
const waitingTime = time.Second

// writeStatus writes the values that are read at every scrape, without those that are unknown.
func (m *Metrics) writeStatus(w io.Writer) {
	s := m.status()
	ctx, cancel := context.WithTimeout(context.Background(), waitingTime)
	defer cancel()
	if n, err := m.waiting(ctx); err == nil {
		vm.WriteGaugeUint64(w, "nonna_announcements_waiting", uint64(n))
	}
	vm.WriteGaugeFloat64(w, "nonna_gateway_connected", gauge(s.Connected))
	vm.WriteCounterUint64(w, "nonna_gateway_connections_total", uint64(s.Connections))
	vm.WriteGaugeFloat64(w, "nonna_gateway_latency_seconds", s.Latency.Seconds())
	if s.Guilds > 0 {
		vm.WriteGaugeFloat64(w, "nonna_guilds", float64(s.Guilds))
	}
	if s.OfShards > 1 {
		writeShards(w, s.Shards)
	}
}

// writeShards writes the state of each shard.
func writeShards(w io.Writer, all []discord.ShardStatus) {
	for _, metric := range []struct {
		name  string
		value func(discord.ShardStatus) float64
	}{
		{"nonna_shard_connected", func(s discord.ShardStatus) float64 { return gauge(s.Connected) }},
		{"nonna_shard_latency_seconds", func(s discord.ShardStatus) float64 { return s.Latency.Seconds() }},
	} {
		fmt.Fprintf(w, "# TYPE %s gauge\n", metric.name)
		for _, shard := range all {
			fmt.Fprintf(w, "%s{shard=\"%d\"} %g\n", metric.name, shard.ID, metric.value(shard))
		}
	}
}

// gauge returns 1 for true and 0 for false.
func gauge(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
