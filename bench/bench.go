// Package bench reports how much a benchmark does in a second: by the clock, and by the
// processor time of the program, which other work on the machine hardly changes.
package bench

import "time"

// Benchmark is what is needed of a *testing.B.
type Benchmark interface{ ReportMetric(n float64, unit string) }

// Start begins to measure. The function that it returns ends that, and reports of how many
// things, such as deals, were done: deals/s and, where the system tells it, deals/cpu-s.
func Start(b Benchmark) (report func(done int64, things string)) {
	began, had := time.Now(), processorTime()
	return func(done int64, things string) {
		took, used := time.Since(began), processorTime()-had
		b.ReportMetric(float64(done)/took.Seconds(), things+"/s")
		if used > 0 {
			b.ReportMetric(float64(done)/used.Seconds(), things+"/cpu-s")
		}
	}
}
