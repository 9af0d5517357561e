package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// stage is what the processor is busy with, by the functions that only it calls.
type stage struct{ unit, functions string }

// stages are those that every run has samples of: settling has hardly any, and is in
// "reply-ms". A sample counts for the first that it is of; collecting garbage for all
// of them is "gc-ms", and what is none of these "rest-ms".
func stages() []stage {
	return []stage{
		{"discordtest-ms", "nonna/bot/discordtest. net/http.(*conn)."}, // no part of the bot
		{"picture-ms", "nonna/commands/picture.(*Studio)"},
		{"trace-ms", "WriteTrace nonna/engine/trace."},
		{"store-ms", "nonna/store."},
		{"reply-ms", "nonna/commands.(*Router).Run"},
		{"send-ms", "nonna/bot/gateway.(*responder) nonna/bot/gateway.(*restClient) net/http.(*persistConn)."},
		{"gc-ms", "runtime.gcBgMarkWorker runtime.bgsweep runtime.bgscavenge"},
	}
}

// profileStages measures until stop is called, which reports how long each stage had
// a processor for one of so many replies. Under -cpuprofile there is nothing to
// report: the profile holds it all.
func profileStages(b *testing.B) (stop func(replies int64)) {
	b.Helper()
	profile, err := os.Create(filepath.Join(b.TempDir(), "cpu"))
	if err != nil {
		b.Fatal(err)
	}
	if pprof.StartCPUProfile(profile) != nil {
		return func(int64) {}
	}
	return func(replies int64) {
		b.Helper()
		pprof.StopCPUProfile()
		traces, err := exec.Command("go", "tool", "pprof", "-traces", profile.Name()).Output()
		if err := profile.Close(); err != nil {
			b.Fatal(err)
		}
		if err != nil {
			b.Fatal(err)
		}
		took := byStage(string(traces))
		for _, s := range append(stages(), stage{unit: "rest-ms"}) {
			if took[s.unit] == 0 {
				b.Errorf("no sample is of %s: its functions may have other names now", s.unit)
			}
			b.ReportMetric(took[s.unit].Seconds()*1000/float64(replies), s.unit)
		}
	}
}

// byStage adds up the samples that pprof prints: each a rule, how long it stands for
// and the functions, the innermost first.
func byStage(traces string) map[string]time.Duration {
	sum := map[string]time.Duration{}
	for _, sample := range strings.Split(traces, "-----------+")[1:] {
		_, stack, _ := strings.Cut(sample, "\n")
		took, err := time.ParseDuration(strings.Fields(stack + " -")[0])
		if err == nil {
			sum[stageOf(stack)] += took
		}
	}
	return sum
}

func stageOf(stack string) string {
	for _, s := range stages() {
		for _, function := range strings.Fields(s.functions) {
			if strings.Contains(stack, function) {
				return s.unit
			}
		}
	}
	return "rest-ms"
}
