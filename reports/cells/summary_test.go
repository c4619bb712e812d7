package cells_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
)

func TestNotes(t *testing.T) {
	want := []string{
		"prompts: 1 unchanged, 1 changed, 1 new, 2 missing",
		"stale: 2 answers were recorded for another request; beaver-eval record --stale asks again",
		"moved: 1 answer was recorded at another path",
		"carried: 1 answer was kept although its prompt has changed",
		"imported: 1 answer comes from elsewhere",
		"skipped: 1 case is not supported by their system",
		"scripted: 2 answers are not from a model, 1 of them a suite's otherwise",
		"tokens: 11 of 66 are estimates",
	}
	o := overview.New(nil)
	for _, r := range storedtest.EachKind() {
		o.Add(rows.NewCase(r))
	}
	if d := cmp.Diff(want, cells.Notes(&o.Total)); d != "" {
		t.Errorf("notes (-want +got):\n%s", d)
	}
	if notes := cells.Notes(new(overview.Summary)); len(notes) > 0 {
		t.Errorf("a run of nothing notes %q", notes)
	}
}
