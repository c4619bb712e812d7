package jsonreport_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/jsonreport"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
)

func TestSummaryJSON(t *testing.T) {
	var b strings.Builder
	o := overview.New(nil)
	for _, r := range storedtest.EachKind() {
		o.Add(rows.NewCase(r))
	}
	o.Restore(&stored.Info{Seconds: 1.5})
	o.Suites = nil // whose measures are another test's
	if err := jsonreport.Write(&b, o); err != nil {
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
		"seconds": 1.5, "gates": [], "measures": [], "suites": []
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

// A run of nothing has all keys too: a list that is empty is no null.
func TestSummaryJSONOfNothing(t *testing.T) {
	var b strings.Builder
	if err := jsonreport.Write(&b, overview.New(nil)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"fallbacks": []`) {
		t.Errorf("no empty list of fallbacks in\n%s", b.String())
	}
}
