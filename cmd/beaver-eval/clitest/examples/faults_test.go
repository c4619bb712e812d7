package examples_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

var update = flag.Bool("update", false, "write testdata/verdicts anew")

// breaking is one run of faults. The verdicts have to be the same on a busy machine, so no client may come near the
// turn's limit unless it exceeds it: clients that wait for seconds between tries get fewer faults. Processes are slow
// too: -short has only the partial runs, one call of each client, and all immediate faults of the fastest one.
type breaking struct {
	whole bool
	args  []string
}

func some(args ...string) breaking  { return breaking{args: args} }
func whole(args ...string) breaking { return breaking{whole: true, args: args} }

// most are the faults that clients answer at once.
var most = whole("--fault", "body-malformed", "--fault", "body-empty", "--fault", "status-429",
	"--fault", "connection-reset", "--fault", "tool-unknown")

// held takes the whole limit each time.
var held = []string{"--fault", "timeout", "--turn-limit", "3s"}

// breakings returns the runs of an example.
func breakings(e project.Example) []breaking {
	switch e.Name {
	case "ai-sdk": // waits for 2 s unless an answer says less, then for 4 s
		return []breaking{
			some("--suite", "desk", "--case", "weather", "--cell", "turn-1/chat-1.1:status-500"),
			whole("--suite", "desk", "--fault", "status-500", "--fault", "cut-stream"),
			whole("--suite", "chat", "--fault", "status-500", "--fault", "cut-stream"),
			whole("--suite", "chat", "--suite", "desk", "--fault", "body-malformed", "--fault", "body-empty",
				"--fault", "status-429", "--fault", "tool-unknown"),
			whole("--suite", "desk", "--case", "weather", "--cell", "turn-1/chat-1.1:connection-reset"),
			whole("--suite", "desk", "--case", "weather", "--cell", "turn-1/chat-1.1:cut-body"),
			whole(append(slices.Clone(held), "--suite", "desk")...),
		}
	case "experts": // whose router reads two keys and guards against no JSON only
		return []breaking{
			some("--suite", "desk", "--case", "brakes", "--cell", "turn-1/router-1.1:missing-key@topics"),
			whole("--suite", "desk", "--stage", "router", "--fault", "answer"),
		}
	case "prompt-files":
		return []breaking{
			some("--suite", "desk", "--case", "bags", "--cell", "turn-1/desk-1.1:status-500"),
			whole(append(slices.Clone(most.args), "--suite", "desk")...),
		}
	case "fan-out": // has twice eleven calls
		return []breaking{
			some("--suite", "page", "--stage", "editor", "--fault", "status-500", "--fault", "cut-*"),
			whole(append(slices.Clone(most.args), "--suite", "page", "--stage", "editor")...),
			whole("--suite", "page", "--stage", "worker", "--fault", "status-500"),
		}
	case "langgraph": // waits for 1 to 2 s, then longer, six times, whatever an answer says
		return []breaking{
			some("--suite", "desk", "--case", "weather", "--cell", "turn-2/chat-1.1:cut-stream"),
			whole("--suite", "desk", "--fault", "cut-stream"),
			whole("--suite", "desk", "--fault", "body-empty", "--fault", "tool-unknown"),
			whole("--suite", "desk", "--case", "weather", "--cell", "turn-1/chat-1.1:status-500"),
			whole("--suite", "desk", "--case", "weather", "--cell", "turn-1/chat-1.1:status-500:every"),
			whole("--suite", "desk", "--case", "weather", "--cell", "turn-1/chat-1.1:cut-body"),
			whole(append(slices.Clone(held), "--suite", "desk")...),
		}
	case "openai-agents":
		return []breaking{
			some("--suite", "desk", "--stage", "triage", "--fault", "status-500"),
			whole("--suite", "desk", "--fault", "cut-*"),
			whole("--suite", "desk", "--fault", "status-500"),
			whole(append(slices.Clone(most.args), "--suite", "desk")...),
			whole(append(slices.Clone(held), "--suite", "desk")...),
		}
	}
	all := []breaking{some("--suite", e.Suites[0], "--case", "weather", "--cell", "turn-1/chat-1.1:status-500")}
	for _, suite := range e.Suites {
		answered := breaking{e.Name != "python", slices.Concat(most.args, []string{
			"--fault", "status-500", "--fault", "cut-*", "--suite", suite})}
		all = append(all, answered, whole(append(slices.Clone(held), "--suite", suite)...))
		if e.Name == "python" || e.Name == "go-openai" { // without a framework, and with a client alone
			all = append(all, whole("--fault", "answer", "--fault", "tool", "--fault", "length", "--suite", suite))
		}
		if e.Name == "anthropic" { // whose streams have arguments in pieces
			all = append(all, whole("--fault", "tool-arguments-*", "--suite", suite))
		}
	}
	return all
}

// The verdicts of each example equal the stored ones.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, e := range project.All() {
		if e.Tests != nil {
			continue // its tests run it: there is no program to start
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			if e.Slow() {
				project.SkipIfQuick(t)
			}
			dir := e.Copy(t)
			var got []string
			for _, b := range breakings(e) {
				if !b.whole || !testing.Short() {
					got = append(got, verdicts(t, dir, b.args)...)
				}
			}
			slices.Sort(got)
			compare(t, filepath.Join("testdata", "verdicts", e.Name+".txt"), slices.Compact(got))
		})
	}
}

// verdicts returns the verdicts of a run, a line a cell.
func verdicts(t *testing.T, dir string, args []string) []string {
	t.Helper()
	out := project.Does(t, dir, 0, append([]string{"faults", "--no-report", "--format", "json"}, args...)...)
	var got struct {
		Applications struct {
			Cells []struct {
				Suite, Path, Fault, Verdict, Why string
				Every                            bool
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	var lines []string
	for _, c := range got.Applications.Cells {
		if c.Every {
			c.Fault += ":every"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s: %s", c.Suite, c.Path, c.Fault, c.Verdict))
		t.Log(lines[len(lines)-1], c.Why)
	}
	if len(lines) == 0 {
		t.Errorf("%v breaks nothing", args)
	}
	return lines
}

// compare compares verdicts with those of a file, or with some of them if not all runs were made.
func compare(t *testing.T, file string, got []string) {
	t.Helper()
	if *update && !testing.Short() {
		project.Write(t, file, strings.Join(got, "\n")+"\n")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	if testing.Short() { // the cells that were not tried
		want = slices.DeleteFunc(want, func(line string) bool {
			cell, _, _ := strings.Cut(line, ": ")
			return !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, cell+": ") })
		})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", file, diff)
	}
}
