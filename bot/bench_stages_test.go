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

// stages returns the profile labels that the program and the Discord of tests set, and
// "rest" for samples without a label, such as garbage collection. Settling is in "reply".
func stages() []string {
	return []string{"discordtest", "picture", "trace", "store", "reply", "send", "rest"}
}

// profileStages profiles until stop is called, which reports the processor time of each
// stage per reply. Under -cpuprofile it reports nothing: that profile has it all.
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
		for _, stage := range stages() {
			if took[stage] == 0 {
				b.Errorf("no sample is of the stage %s", stage)
			}
			b.ReportMetric(took[stage].Seconds()*1000/float64(replies), stage+"-ms")
		}
	}
}

// byStage adds up the samples that pprof prints: each is a ruled line, its labels, its
// time and its functions.
func byStage(traces string) map[string]time.Duration {
	sum := map[string]time.Duration{}
	for _, sample := range strings.Split(traces, "-----------+")[1:] {
		stage := "rest"
		for line := range strings.Lines(sample) {
			words := append(strings.Fields(line), "", "")
			if words[0] == "stage:" {
				stage = words[1]
			}
			if took, err := time.ParseDuration(words[0]); err == nil {
				sum[stage] += took
				break
			}
		}
	}
	return sum
}
