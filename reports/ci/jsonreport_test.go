package ci_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
)

func TestSummaryJSON(t *testing.T) {
	var b strings.Builder
	o, report := overview.New(nil), ci.NewJSON(&b, true)
	for _, r := range storedtest.EachKind() {
		c := rows.NewCase(r)
		o.Add(c)
		if err := report.Case(c); err != nil {
			t.Fatal(err)
		}
	}
	o.Restore(&stored.Info{Seconds: 1.5})
	o.Suites = nil // tested elsewhere
	if err := report.End(o); err != nil {
		t.Fatal(err)
	}
	const want = `{
		"cases": 5, "calls": 6, "failed": 3,
		"prompts": {"unchanged": 1, "changed": 1, "new": 1, "missing": 2},
		"stale": 2, "moved": 1, "carried": 1,
		"fallbacks": [
			{"stage": "main", "reason": "empty", "count": 1}, {"stage": "router", "reason": "malformed", "count": 1}, {"stage": "router", "reason": "timeout", "count": 2}
		],
		"tokens": {"prompt": 60, "output": 6, "estimated": 11},
		"case_list": [
			{"suite": "a", "case": "ok", "status": "ok", "changed": 2},
			{"suite": "a", "case": "failed", "status": "failed", "changed": 0},
			{"suite": "a", "case": "gone", "status": "orphan", "changed": 2},
			{"suite": "b", "case": "error", "status": "error", "changed": 0},
			{"suite": "b", "case": "bug", "status": "error", "changed": 0}
		],
		"seconds": 1.5, "gates": [], "measures": [], "suites": [], "uncompared": 0
	}`
	var got, wanted any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(wanted, got); d != "" {
		t.Errorf("summary (-want +got):\n%s", d)
	}
}

// An empty run has all keys too: an empty list is not null.
func TestSummaryJSONOfNothing(t *testing.T) {
	var b strings.Builder
	if err := ci.NewJSON(&b, false).End(overview.New(nil)); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"fallbacks", "case_list", "gates", "suites"} {
		if !strings.Contains(b.String(), `"`+list+`": []`) {
			t.Errorf("no empty list of %s in\n%s", list, b.String())
		}
	}
	if strings.Contains(b.String(), "measures") {
		t.Errorf("measures that nobody asked for in\n%s", b.String())
	}
}
