// Package contracttest runs four systems of different shapes on the contract: a team of agents (mas), an assistant with
// sub-agents (openclaw), a graph over tables (alfred), and jobs of nodes (agens). Their cases and goldens are in
// testdata, outside the distribution; testdata/trial is the program that shows and accepts them.
package contracttest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred"
	"github.com/beaver-eval/beaver-eval/pipeline/mas"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// systems are the four, by name.
func systems(t *testing.T) map[string]pipeline.System {
	t.Helper()
	claw, err := openclaw.New()
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := agens.New()
	if err != nil {
		t.Fatal(err)
	}
	kitchen, err := alfred.New()
	if err != nil {
		t.Fatal(err)
	}
	team, err := mas.New()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]pipeline.System{}
	for _, s := range []pipeline.System{team, claw, kitchen, jobs} {
		all[s.Name()] = s
	}
	return all
}

// edit is one change of a text of the project: old, which must occur there once, becomes new.
type edit struct{ file, old, new string }

// load reads suites of the project in testdata, with edits applied. Nothing is written to it.
func load(all map[string]pipeline.System, suite string, edits ...edit) ([]*project.Suite, error) {
	files := fstest.MapFS{}
	disk, parts := os.DirFS("testdata"), []string{"beaver-eval.yaml", "suites", "fixtures", "goldens"}
	err := fs.WalkDir(disk, ".", func(name string, d fs.DirEntry, err error) error {
		top, _, _ := strings.Cut(name, "/")
		if err != nil || d.IsDir() || !slices.Contains(parts, top) {
			return err
		}
		text, err := fs.ReadFile(disk, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, e := range edits {
		text := string(files[e.file].Data)
		if strings.Count(text, e.old) != 1 {
			return nil, &fs.PathError{Op: "edit", Path: e.file, Err: fs.ErrInvalid}
		}
		files[e.file] = &fstest.MapFile{Data: []byte(strings.Replace(text, e.old, e.new, 1))}
	}
	p, err := project.Open(files, "")
	if err != nil {
		return nil, err
	}
	var names []string
	if suite != "" {
		names = []string{suite}
	}
	return project.Load(context.Background(), p, all, names)
}

// run returns the results of a suite's cases by id; of all suites if suite is empty.
func run(t *testing.T, all map[string]pipeline.System, suite string, edits ...edit) map[string]*result.Result {
	t.Helper()
	loaded, err := load(all, suite, edits...)
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]*result.Result{}
	err = runner.Run(t.Context(), loaded, all, runner.Options{Compare: true}, func(r *result.Result) error {
		results[r.Suite+"/"+r.Case] = r
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// one returns the result of one case of the unedited project.
func one(t *testing.T, id string) *result.Result {
	t.Helper()
	suite, _, _ := strings.Cut(id, "/")
	r := run(t, systems(t), suite)[id]
	if r == nil || r.Trace == nil {
		t.Fatalf("there is no case %s, or it has not run", id)
	}
	return r
}

// callAt returns a call by its path.
func callAt(t *testing.T, r *result.Result, path string) *trace.Call {
	t.Helper()
	for _, c := range r.Trace.Calls() {
		if c.Path == path {
			return c
		}
	}
	t.Fatalf("%s: there is no call %s", r.Case, path)
	return nil
}

// measures returns those with a name prefix, over the given cases.
func measures(results map[string]*result.Result, prefix string) map[string]float64 {
	tally := metric.NewTally(nil)
	for _, id := range slices.Sorted(maps.Keys(results)) {
		tally.Add(results[id])
	}
	values := map[string]float64{}
	for _, m := range tally.Measures() {
		if strings.HasPrefix(m.Name, prefix) {
			values[m.Name] = m.Value
		}
	}
	return values
}

// Every case of every system ends, meets its expectations, and has the accepted prompts.
func TestSystemsRun(t *testing.T) {
	all := systems(t)
	results := run(t, all, "")
	suites := map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(results)) {
		r := results[id]
		suites[r.Suite]++
		if r.Status != result.StatusOK {
			t.Errorf("%s is %s: %v %v", id, r.Status, r.Errors, r.Failures)
		}
		for _, c := range r.Changes {
			if c.Status != result.Unchanged {
				t.Errorf("%s: %s\n%s", id, c, c.Text)
			}
		}
		for _, f := range r.Forms {
			t.Errorf("%s: the form %s is %s", id, f.Form, f.Status)
		}
		for _, w := range r.Warnings {
			if !strings.Contains(w, "broken/SKILL.md") && !strings.Contains(w, `parcels-of-all/SKILL.md: dropped`) {
				t.Errorf("%s: %s", id, w)
			}
		}
	}
	if d := cmp.Diff(map[string]int{"mas": 2, "openclaw": 3, "alfred": 2, "agens": 2}, suites); d != "" {
		t.Errorf("cases by suite (-want +got):\n%s", d)
	}
	if len(suites) != len(all) {
		t.Errorf("%d suites for %d systems", len(suites), len(all))
	}
}

// Scheduling of cases and places does not change the resulting bytes.
func TestSystemsRunAlike(t *testing.T) {
	var first map[string]string
	for range 3 {
		got := map[string]string{}
		for id, r := range run(t, systems(t), "") {
			for _, s := range r.Trace.Steps {
				got[id] += fmt.Sprintln(s.Kind, s.Path, s.Stage, s.At, string(s.Value))
				if s.Call != nil {
					got[id] += s.Call.Digest() + "\n"
				}
			}
		}
		if first == nil {
			first = got
		}
		if d := cmp.Diff(first, got); d != "" {
			t.Fatalf("another run (-first +this):\n%s", d)
		}
	}
}
