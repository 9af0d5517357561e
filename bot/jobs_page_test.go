package main

import (
	"fmt"
	"strings"
	"testing"

	"nonna/bot/jobs"
)

// TestReadmeJobs compares the table of jobs in docs/scale.md with the list of them. It is not
// parallel: with -update it must finish before [TestReadme] reads the page.
func TestReadmeJobs(t *testing.T) {
	var rows strings.Builder
	for _, j := range jobs.List() {
		fmt.Fprintf(&rows, "| `%s` | %s |\n", j.Name, j.Does)
	}
	compareTable(t, "../docs/scale.md", "| job | what it does |\n|---|---|\n", rows.String())
}
