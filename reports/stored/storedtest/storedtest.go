// Package storedtest provides stored runs for the tests of their readers.
package storedtest

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Started is when a run of Record began.
var Started = time.Date(2026, 11, 21, 19, 12, 33, 0, time.FixedZone("", 3600))

// Record stores a run with these results below dir, and opens it.
func Record(t reportstest.TB, dir string, info stored.Info, results ...*result.Result) *stored.Run {
	t.Helper()
	w, err := stored.Create(dir, Started)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Add(rows.NewCase(r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(info); err != nil {
		t.Fatal(err)
	}
	run, err := stored.Open(dir, w.Name)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Everything returns a run in which everything happens once.
func Everything() (stored.Info, []*result.Result) {
	info := stored.Info{Exit: 3, Seconds: 1.25, Interrupted: true, Gates: []metric.Verdict{
		{Gate: "goldens", Measure: "goldens", Want: "0", Got: "4", First: "s/changed/turn-1/main-1", Reason: "changed"},
		{Gate: "stale", Measure: "stale", Dropped: true, Got: "dropped by --no-gate"},
		{Suite: "s", Gate: "routing.accuracy >= 0.9", Measure: "routing.accuracy", Want: ">= 0.9", Got: "1",
			Baseline: "0.95", Holds: true},
	}, Measures: []metric.Measure{{Name: "routing.accuracy[hard]", Unit: score.Share, Value: 0.5, Scores: 2,
		Expected: 2, Holding: 1}},
		Suites: []stored.SuiteMeasures{{Suite: "s", Measures: []metric.Measure{
			{Name: "routing.accuracy", Scores: 4, Provenance: 3},
			{Name: "answer.contains", Unit: score.Share, Value: 0.5, Scores: 2, Expected: 2, Holding: 1, Provenance: 1},
			{Name: "routing.accuracy[hard]", Unit: score.Share, Value: 0.5, Scores: 2, Expected: 2, Holding: 1},
		}}}}
	changes := []result.Change{
		{Status: result.Unchanged, Path: "turn-1/router", Stage: "router"},
		{Status: result.Changed, Path: "turn-1/main-1", Stage: "main",
			Parts: []string{`message 1 (system) · section "Rules"`}, Text: "@@ -1 +1 @@\n-old ``` fence\n+new\n"},
		{Status: result.New, Path: "turn-2/main-1", Stage: "main", Text: "turn-2/main-1 · new call\n"},
	}
	edits := Edited("turn-1/main-1", "an old ``` fence", "a new one")
	fallback := &pipeline.Fallback{Stage: "router", Reason: pipeline.Timeout, Tries: 2}
	happened := &trace.Trace{Steps: []trace.Step{
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: &trace.Call{Path: "turn-1/main-1", Stage: "main",
			Origin: pipeline.Origin{Match: pipeline.MatchStale}}},
		{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Fallback: fallback}},
	}}
	routed := func(path, want, got, reason string) []score.Score {
		return []score.Score{{
			Scorer: "routing", Metric: "accuracy", Facet: "hard", Path: path, Unit: score.Share, Expected: true,
			Holds: want == got, Want: want, Got: got, Reason: reason,
		}}
	}
	return info, []*result.Result{
		{Scores: routed("turn-1/router", "new_task", "new_task", "as expected"),
			Suite: "s", Case: "good", File: "fixtures/good.yaml", Line: 1, Status: result.StatusOK,
			Warnings: []string{"an answer nobody asked for"}, Trace: happened},
		{Scores: routed("turn-1/router", "simple_chat", "@all|<b>", "route: want simple_chat, got @all|<b>"),
			Suite: "s", Case: "wrong", File: "fixtures/wrong.yaml", Line: 3, Status: result.StatusFailed,
			Failures: []string{"fixtures/wrong.yaml:4: turn-1: no \x1b[31mred\x1b[0m", "second <b>"},
			Changes:  changes[:2], Edits: edits},
		{Suite: "s", Case: "changed", File: "fixtures/all.jsonl", Line: 2, Status: result.StatusOK, Changes: changes,
			Edits: edits, Forms: []result.FormChange{{File: "goldens/s/changed.openai.json"}}},
		{Suite: "s", Case: "fixtures/broken.yaml", File: "fixtures/broken.yaml", Line: 9, Status: result.StatusError,
			Errors: []error{errors.New("fixtures/broken.yaml:9: unknown key @all|x")}},
		{Suite: "t", Case: "elsewhere", File: "fixtures/e.yaml", Line: 1, Status: result.StatusSkipped,
			Skipped: "talk"},
		{Suite: "t", Case: "gone", Status: result.StatusOrphan,
			Changes: []result.Change{{Status: result.Missing, Path: "turn-1/main-1"}}},
	}
}

// hostile draws texts with special meanings somewhere.
func hostile() *rapid.Generator[string] {
	pieces := []string{"]]>", "<!--", "-->", "&amp;", "</failure>", "\x00", "\x1b[31m", "\r\n", "\n", "\t", "\ufffe",
		"\uffff", "\u202e", "\u2028", "\xff", "|", "\\|", "```", "````", "`", "@all", "<b>",
		"</details>", "http://a.b/c", "www.a.b", "[x](y)", "![x](y)", "*x*", "$x$", ":smile:", "::error::", "%0A", "%",
		",", ":", "🙂", "龍", "x", " ", "| --- |", "#1"}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()), 0, 8).Draw(t,
			"pieces"), "")
	})
}

// HostileRun draws a run whose every text is hostile.
func HostileRun(t *rapid.T) (stored.Info, []*result.Result) {
	texts := func(name string) []string { return rapid.SliceOfN(hostile(), 0, 7).Draw(t, name) }
	text := func(name string) string { return hostile().Draw(t, name) }
	info := stored.Info{Exit: rapid.SampledFrom([]int{0, 1, 2, 3, 130}).Draw(t, "exit")}
	info.Measures = []metric.Measure{{Name: "routing.accuracy[soft]", Unit: score.Share, Scores: 1}}
	for range rapid.IntRange(0, 3).Draw(t, "gates") {
		info.Gates = append(info.Gates, metric.Verdict{Gate: text("gate"), Measure: text("measure"), Want: text("want"),
			Got: text("got"), First: text("first"), Reason: text("reason"), Baseline: text("baseline"),
			Holds: rapid.Bool().Draw(t, "holds"), Dropped: rapid.Bool().Draw(t, "dropped")})
	}
	statuses := []result.Status{result.StatusOK, result.StatusFailed, result.StatusError, result.StatusSkipped,
		result.StatusOrphan}
	var results []*result.Result
	for i := range rapid.IntRange(1, 4).Draw(t, "cases") {
		r := &result.Result{Suite: "s" + strings.ToValidUTF8(text("suite"), ""),
			Case: strconv.Itoa(i) + strings.ToValidUTF8(text("case"), ""), File: strings.ToValidUTF8(text("file"), ""),
			Status: rapid.SampledFrom(statuses).Draw(t, "status"), Failures: texts("failures"),
			Warnings: texts("warnings"), Skipped: text("skipped")}
		for _, e := range texts("errors") {
			r.Errors = append(r.Errors, errors.New(e))
		}
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			r.Changes = append(r.Changes, result.Change{Status: result.Changed, Path: strings.ToValidUTF8(text("path"),
				""), Parts: []string{strings.ToValidUTF8(text("part"), "")}, Text: strings.Join(texts("diff"), "\n")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "labels") {
			valid := func(name string) string { return strings.ToValidUTF8(text(name), "") }
			r.Scores = append(r.Scores, score.Score{
				Scorer: "routing", Metric: "accuracy", Facet: "soft", Path: valid("routed at"), Expected: true,
				Want: valid("label"), Got: valid("decision"), Reason: text("why"), Holds: rapid.Bool().Draw(t, "right"),
			})
		}
		results = append(results, r)
	}
	return info, results
}
