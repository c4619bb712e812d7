package ci

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// A JUnit report has the diffs of so many calls, and says how many it omits.
func TestJUnitDiffsHaveAnEnd(t *testing.T) {
	var results []*result.Result
	for i := range mostDiffs/2 + 2 {
		r := &result.Result{Suite: "s", Case: fmt.Sprint(i), Status: result.StatusOK}
		for n := range 2 {
			text := fmt.Sprintf("+%d/%d\n%s", i, n, strings.Repeat("+x\n", 5000))
			r.Changes = append(r.Changes, result.Change{Status: result.Changed, Path: fmt.Sprint("p", n), Text: text})
		}
		results = append(results, r)
	}
	info := stored.Info{Gates: []metric.Verdict{{Gate: "goldens", Measure: "goldens"}}}
	doc := parsed(t, written(t, JUnitOptions{}, storedtest.Record(t, t.TempDir(), info, results...)))
	cases := doc.Suites[0].Cases
	for i, c := range cases {
		text := c.Failure.Text
		begins := strings.HasPrefix(text, "p0: changed\np1: changed\n\n") && len(text) <= 2*mostDiff+200
		left := strings.Contains(text, "diffs left out: 2; a report has those of the first 1000 calls")
		if has := strings.Contains(text, fmt.Sprintf("\n+%d/1\n+x\n", i)); !begins || has != (i < mostDiffs/2) ||
			has == left {
			t.Fatalf("case %d of %d: diff %v, left out %v, %d bytes:\n%.200s", i, len(cases), has, left, len(text),
				text)
		}
	}
}
