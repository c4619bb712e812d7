package terminal

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// painted is a screen that shows where its colours change.
type painted struct{ strings.Builder }

func (p *painted) Paint(colour string)    { fmt.Fprintf(p, "<%s>", strings.TrimPrefix(colour, "\x1b")) }
func (p *painted) Emphasize(from, to int) { fmt.Fprintf(p, "<%d-%d>", from, to) }
func (p *painted) Flush() error           { return nil }

// A case's problems are below its name, removed lines in red, added ones in green.
func TestDetails(t *testing.T) {
	var screen painted
	d := NewDetails(&screen, func(err error) string { return "because of " + err.Error() })
	seen := overview.New(nil)
	for _, r := range []*result.Result{
		{Suite: "s", Case: "ok", Changes: []result.Change{{Status: result.Unchanged}}},
		{Suite: "s", Case: "broken", Errors: []error{errors.New("two\nlines")}, Failures: []string{"f"}},
		{Suite: "s", Case: "new", Changes: []result.Change{{Status: result.New, Text: "+x\n"}, {Status: result.New}}},
		{
			Suite: "s", Case: "changed", Changes: []result.Change{{Status: result.Changed, Path: "turn-1/main-1"}},
			Edits: storedtest.Edited("turn-1/main-1", "Say a.\nSo.", "Say b.\nSo."),
		},
	} {
		c := rows.NewCase(r)
		seen.Add(c)
		if err := d.Case(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.End(seen); err != nil {
		t.Fatal(err)
	}
	want := "error    s/broken\n  two\n  lines\n  because of two\n  lines\nfailed   s/broken\n  f\n" +
		"new      s/new  2 calls, no golden yet\n" +
		"changed  s/changed\n\nedited   main · message 1 (system) · section `Rules` · main.tmpl: 1 call in 1 case\n" +
		"<[31m><7-8>  -Say a.\n<[32m><7-8>  +Say b.\n<>  in s/changed/turn-1/main-1\n\n"
	if d := cmp.Diff(want, screen.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Hundreds of cases with changed prompts do not fill screens.
func TestDetailsHaveAnEnd(t *testing.T) {
	var screen painted
	d := NewDetails(&screen, func(error) string { return "" })
	for i := range mostShown + 3 {
		c := rows.NewCase(&result.Result{Suite: "s", Case: fmt.Sprint(i),
			Changes: []result.Change{{Status: result.New}}})
		if err := d.Case(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.End(&overview.Overview{}); err != nil {
		t.Fatal(err)
	}
	shown, more := strings.Count(screen.String(), "new      s/"), "… and 3 more cases with changed prompts"
	if shown != mostShown || !strings.Contains(screen.String(), more) {
		t.Errorf("%d cases shown in\n%s", shown, screen.String())
	}
}
