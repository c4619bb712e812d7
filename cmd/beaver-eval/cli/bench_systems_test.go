//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// BenchmarkSystems times whole processes: `run` over the repository's own cases of each system, without the suites of
// fallbacks.
func BenchmarkSystems(b *testing.B) {
	program := buildProgram(b)
	var suites []struct{ Suite, System string }
	listed(b, &suites, program, "list", "suites", "--format", "json")
	of := map[string][]string{}
	var systems []string
	for _, s := range suites {
		if strings.HasSuffix(s.Suite, "fallbacks") {
			continue
		}
		if of[s.System] == nil {
			systems = append(systems, s.System)
		}
		of[s.System] = append(of[s.System], "--suite", s.Suite)
	}
	for _, system := range systems {
		b.Run(system, func(b *testing.B) {
			args := append([]string{"run", "--ci=false"}, of[system]...)
			var count struct{ Cases, Calls int }
			listed(b, &count, program, append(args, "--format", "json")...)
			for b.Loop() {
				runs(b, program, 0, append(args, "--root", repository)...)
			}
			b.ReportMetric(float64(count.Calls*b.N)/b.Elapsed().Seconds(), "calls/s")
			b.ReportMetric(float64(count.Cases), "cases")
			b.ReportMetric(float64(count.Calls), "calls")
		})
	}
}

// repository is the folder of the project's own cases.
const repository = "../../.."

// listed decodes the program's JSON output about the repository.
func listed(b *testing.B, into any, program string, args ...string) {
	b.Helper()
	var out bytes.Buffer
	cmd := exec.Command(program, append(args, "--root", repository)...)
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s: %v", args, err)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		b.Fatalf("%s: %v", args, err)
	}
}
