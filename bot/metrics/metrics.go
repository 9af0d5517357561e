package metrics

import (
	"fmt"
	"io"
	"math"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"nonna/bot/discord"
	"nonna/bot/gateway"
	"nonna/commands"
	"nonna/store"
)

// Metrics are the figures of one bot. Any number of goroutines may use them.
type Metrics struct {
	set *vm.Set
	// status is how the bot is in Discord.
	status func() discord.Status
}

// New returns figures that are all 0. status says how the bot is in Discord, and
// waiting how many announcements are yet to be made.
func New(status func() discord.Status, waiting func() float64) *Metrics {
	m := &Metrics{set: vm.NewSet(), status: status}
	m.set.NewGauge("nonna_announcements_waiting", waiting)
	m.set.NewGauge("nonna_gateway_connected", func() float64 {
		if status().Connected {
			return 1
		}
		return 0
	})
	m.set.NewGauge("nonna_gateway_connections_total", func() float64 { return float64(status().Connections) })
	m.set.NewGauge("nonna_gateway_latency_seconds", func() float64 { return status().Latency.Seconds() })
	m.set.NewGauge("nonna_guilds", func() float64 { return float64(status().Guilds) })
	return m
}

// Request records the outcome of a request and how long it took to handle.
// Suggestions are not counted.
func (m *Metrics) Request(req commands.Request, o commands.Outcome, took time.Duration) {
	if req.Kind == commands.Complete {
		return
	}
	m.time("nonna_requests_seconds", fmt.Sprintf("command=%q,outcome=%q", req.Command, o), took)
}

// Drawn records how long the picture of a reply to a command took to draw.
func (m *Metrics) Drawn(command string, took time.Duration) {
	m.time("nonna_picture_seconds", fmt.Sprintf("command=%q", command), took)
}

// Settled notes how long a deal of a game took to be settled.
func (m *Metrics) Settled(game string, took time.Duration) {
	m.time("nonna_settle_seconds", fmt.Sprintf("game=%q", game), took)
}

// Answered notes how long after a request Discord had the first, or the last, of
// what answers it.
func (m *Metrics) Answered(which gateway.Answer, took time.Duration) {
	m.time("nonna_answer_seconds", fmt.Sprintf("answer=%q", which), took)
}

// Stored notes how long the database took to read or write.
func (m *Metrics) Stored(what store.Transaction, took time.Duration) {
	m.time("nonna_store_seconds", fmt.Sprintf("transaction=%q", what), took)
}

// buckets are the bounds of histograms, in seconds: from what a database takes to
// Discord's three seconds, and behind these a deferred answer.
func buckets() []float64 { return []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10, 30} }

// time adds to a histogram.
func (m *Metrics) time(name, labels string, took time.Duration) {
	seconds := took.Seconds()
	for _, bound := range append(buckets(), math.Inf(1)) {
		if bucket := m.set.GetOrCreateCounter(fmt.Sprintf(`%s_bucket{%s,le="%g"}`, name, labels, bound)); seconds <= bound {
			bucket.Inc()
		}
	}
	m.set.GetOrCreateFloatCounter(name + "_sum{" + labels + "}").Add(seconds)
	m.set.GetOrCreateCounter(name + "_count{" + labels + "}").Inc()
}

// Write writes all figures, and those of the process, in the form of Prometheus.
func (m *Metrics) Write(w io.Writer) {
	m.set.WritePrometheus(w)
	vm.WriteProcessMetrics(w)
}
