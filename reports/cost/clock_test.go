package cost_test

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

var (
	define = regexp.MustCompile(`\{\{-? *define "([^"]+)" *-?\}\}`)
	mark   = regexp.MustCompile("\uE000([0-9]+)\uE001")
)

// marked returns a system with a mark at the beginning of each define of its templates. names are their files, in
// order.
func marked(t *testing.T, s pipeline.Prompted, names *[]string) pipeline.System {
	t.Helper()
	edited := fstest.MapFS{}
	err := fs.WalkDir(s.Prompts(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(s.Prompts(), name)
		edited[name] = &fstest.MapFile{Data: define.ReplaceAllFunc(text, func(head []byte) []byte {
			*names = append(*names, s.Name()+"/"+name)
			return fmt.Appendf(nil, "%s\uE000%d\uE001", head, len(*names)-1)
		})}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	with, err := s.WithPrompts(edited)
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// clocked returns the results with a clock in place of one mark, and without the others. seen are the stages with two
// calls in a case that have the clock.
func clocked(results []*result.Result, of string) (tally *metric.Tally, seen map[string]bool) {
	tally, seen = metric.NewTally(nil), map[string]bool{}
	now := 0
	for _, r := range results {
		if r.Trace == nil {
			continue
		}
		copied := *r
		trace := *r.Trace
		trace.Steps = slices.Clone(trace.Steps)
		copied.Trace, copied.Scores = &trace, nil
		calls := map[string]int{}
		for i := range trace.Steps {
			if trace.Steps[i].Call == nil {
				continue
			}
			call := *trace.Steps[i].Call
			trace.Steps[i].Call = &call
			call.Request.Messages = pipeline.CloneMessages(call.Request.Messages)
			shown := false
			now++
			for _, m := range call.Request.Messages {
				for j := range m.Sections {
					text := mark.ReplaceAllStringFunc(m.Sections[j].Text, func(found string) string {
						if mark.FindStringSubmatch(found)[1] != of {
							return ""
						}
						shown = true
						return fmt.Sprintf("It is %08d. ", now)
					})
					m.Sections[j] = pipeline.Section{Name: m.Sections[j].Name, Text: text}
				}
			}
			call.Estimates.Prompt = call.Request.EstimatedTokens()
			if shown {
				calls[call.Stage]++
				seen[call.Stage] = seen[call.Stage] || calls[call.Stage] > 1
			}
		}
		bill.Measure(&trace, nil)
		tally.Add(&copied)
	}
	maps.DeleteFunc(seen, func(_ string, twice bool) bool { return !twice })
	return tally, seen
}

// holds reports whether a gate holds.
func holds(t *testing.T, text string, now, was []metric.Measure) bool {
	t.Helper()
	gate, err := metric.ParseGate(text)
	if err != nil {
		t.Fatal(err)
	}
	v := metric.Gates{Run: []metric.Gate{gate}}.OnCases(metric.Measured{Now: now, Shared: now, Before: was})
	if len(v) != 1 {
		t.Fatalf("%s: %+v", text, v)
	}
	return v[0].Holds
}

// A clock in the first section of a template fails the gate on the prefix of each stage that sends it twice in a case:
// for every file of the built-in systems. Short tests try one file in eight.
func TestClockFailsTheGate(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name, s := range known {
		if p, ok := s.(pipeline.Prompted); ok {
			known[name] = marked(t, p, &names)
		}
	}
	loaded, err := project.Load(t.Context(), reportstest.Repository(t), known, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	results := map[string][]*result.Result{}
	err = runner.Run(t.Context(), loaded, known, runner.Options{}, func(r *result.Result) error {
		results[r.System] = append(results[r.System], r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]*metric.Tally{}
	tried, failed, within, once := 0, 0, 0, []string{}
	for i := 0; i < len(names); {
		file, first := names[i], i
		for i < len(names) && names[i] == file {
			i++
		}
		if testing.Short() && first%8 != 0 {
			continue
		}
		system, _, _ := strings.Cut(file, "/")
		if before[system] == nil {
			before[system], _ = clocked(results[system], "none")
		}
		stages := map[string]bool{}
		var after *metric.Tally
		for at := first; at < i && len(stages) == 0; at++ { // the first section that is sent twice
			after, stages = clocked(results[system], fmt.Sprint(at))
		}
		if len(stages) == 0 {
			once = append(once, file)
			continue
		}
		tried++
		for stage := range stages {
			now, was := after.Measures(), before[system].Measures()
			if holds(t, "prefix.share["+stage+"] >= baseline", now, was) {
				t.Errorf("%s: a clock in it, and the gate on %s holds", file, stage)
				continue
			}
			failed++
			if holds(t, "prefix.share["+stage+"] >= baseline - 1%", now, was) {
				within++
			}
		}
	}
	t.Logf("%d files tried, %d gates fail, %d of them by less than a percent; sent once in a case at most: %s", tried,
		failed, within, strings.Join(once, " "))
	if tried < 8 {
		t.Errorf("only %d files tried", tried)
	}
}
