package bench

import (
	"testing"
	"time"
)

// metrics are what was reported, by unit.
type metrics map[string]float64

func (m metrics) ReportMetric(n float64, unit string) { m[unit] = n }

// A rate by processor time does not count waiting: here for a program that only works, until
// it has used some.
func TestRatesByProcessorTime(t *testing.T) {
	had := processorTime()
	if had == 0 {
		t.Skip("this system tells no processor time")
	}
	m := metrics{}
	report := Start(m)
	for processorTime()-had < 20*time.Millisecond {
	}
	report(20, "deals")
	if rate := m["deals/cpu-s"]; rate < 1 || rate > 1050 {
		t.Errorf("20 deals in 20 ms of processor time are %v deals/s, want about 1,000", rate)
	}
	if len(m) != 2 || m["deals/s"] <= 0 {
		t.Errorf("reported are %v, want two rates", m)
	}
}
