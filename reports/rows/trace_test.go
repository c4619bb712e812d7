package rows

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func ptr[T any](v T) *T { return &v }

// anyTool returns the step of a tool call, whose texts may be hostile.
func anyTool(t *rapid.T) trace.Step {
	sources := []pipeline.ToolSource{pipeline.FromCase, pipeline.FromSystem, pipeline.FromNobody}
	return trace.Step{Entry: pipeline.Entry{
		Kind: pipeline.EntryTool, Path: "turn-1/main-1/tool-1", Stage: "look",
		Depth: rapid.IntRange(0, 3).Draw(t, "depth"),
		Tool: &pipeline.ToolUse{
			Call: pipeline.ToolCall{
				ID: anyText().Draw(t, "id"), Name: anyText().Draw(t, "name"), Arguments: anyText().Draw(t, "arguments"),
			},
			Result: pipeline.ToolResult{
				Content: anyText().Draw(t, "content"), Failed: rapid.Bool().Draw(t, "failed"),
				Late:  rapid.Bool().Draw(t, "late"),
				Takes: time.Duration(rapid.IntRange(0, 3).Draw(t, "takes")),
				From:  rapid.SampledFrom(sources).Draw(t, "from"),
			},
		},
	}}
}

// Every tool call can be rebuilt from the files, byte for byte, whatever its texts are.
func TestRowsRebuildTools(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		at, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(at)
		steps := rapid.SliceOfN(rapid.Custom(anyTool), 0, 4).Draw(t, "steps")
		written(t, at, &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{Steps: steps}})
		texts := library(t, at)
		var want, got []pipeline.ToolUse
		for _, s := range steps {
			want = append(want, *s.Tool)
		}
		for _, row := range readRows[toolUseRow](t, at, "tools") {
			use := pipeline.ToolUse{
				Call: pipeline.ToolCall{ID: row.ID, Name: row.Name, Arguments: texts[row.Arguments]},
				Result: pipeline.ToolResult{
					Content: texts[row.Result], Failed: row.Failed, Late: row.Late,
					From: pipeline.ToolSource(row.Source),
				},
			}
			if row.Takes != nil {
				use.Result.Takes = time.Duration(*row.Takes)
			}
			got = append(got, use)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("tools (-trace +rows):\n%s", d)
		}
	})
}

// The choice is the last list of names decided in the place of the retrieval before the next retrieval there; decisions
// of other places and of other forms do not count.
func TestCandidateRows(t *testing.T) {
	event := func(place, value string) trace.Step {
		return trace.Step{Entry: pipeline.Entry{
			Kind: pipeline.EntryEvent, Path: place, Stage: pipeline.EventCandidates, Value: json.RawMessage(value),
		}}
	}
	decided := func(path, value string, attached bool) trace.Step {
		e := pipeline.Entry{Kind: pipeline.EntryDecided, Path: path, Stage: "choose", Value: json.RawMessage(value)}
		return trace.Step{Entry: e, Attached: attached}
	}
	dir := t.TempDir()
	written(t, dir, &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{Steps: []trace.Step{
		event("turn-1/node:n", `[{"name":"a","rank":1,"score":0.5},{"name":"b","rank":3}]`),
		decided("turn-1/node:n/resolver", `["a","b","invented"]`, true),
		decided("turn-1/node:n/final", `["b"]`, true),
		decided("turn-1/node:n/main-1", `{"calls":[]}`, true),
		event("turn-1/node:n", `[{"name":"a"},{"name":"c"}]`),
		event("turn-1", `[{"name":"x"}]`),
		decided("turn-1/node:n", `["c"]`, false), // no call: the node's, not the turn's
		event("turn-2", `"no list"`),
		event("turn-3", `[{"name":"z"}]`),
		decided("turn-3/final", `[]`, true),
	}}})
	half := 0.5
	row := func(place, turn string, n, rank int32, name string, score *float64, chosen *bool) CandidateRow {
		return CandidateRow{
			Suite: "s", Case: "c", Place: place, Turn: turn, Retrieval: n, Rank: rank, Name: name, Score: score,
			Chosen: chosen,
		}
	}
	want := []CandidateRow{
		row("turn-1/node:n", "turn-1", 1, 1, "a", &half, ptr(false)),
		row("turn-1/node:n", "turn-1", 1, 3, "b", nil, ptr(true)),
		row("turn-1/node:n", "turn-1", 2, 1, "a", nil, ptr(false)),
		row("turn-1/node:n", "turn-1", 2, 2, "c", nil, ptr(true)),
		row("turn-1", "turn-1", 1, 1, "x", nil, nil),
		row("turn-3", "turn-3", 1, 1, "z", nil, ptr(false)),
	}
	if d := cmp.Diff(want, readRows[CandidateRow](t, dir, "candidates")); d != "" {
		t.Errorf("candidates (-want +got):\n%s", d)
	}
}

// A step outside calls has a row here; one within a call has none.
func TestEventRows(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	fallback := &pipeline.Fallback{Stage: "final", Reason: pipeline.Timeout, Detail: "late\xff"}
	entry := func(kind pipeline.EntryKind, path, stage, value string) pipeline.Entry {
		return pipeline.Entry{Kind: kind, Path: path, Stage: stage, Value: json.RawMessage(value)}
	}
	note := entry(pipeline.EntryEvent, "turn-1/node:n", "note", `{"a":[1]}`)
	note.At, note.Depth = at, 2
	fell := pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1", Stage: "final", Fallback: fallback}
	written(t, dir, &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{Steps: []trace.Step{
		{Entry: note},
		{Entry: entry(pipeline.EntryDecided, "turn-1", "final", `["x"]`)},
		{Entry: entry(pipeline.EntryDecided, "turn-1/main-1", "main", `1`), Attached: true},
		{Entry: fell},
		{Entry: fell, Attached: true},
		// has rows of its own
		{Entry: entry(pipeline.EntryEvent, "turn-1", pipeline.EventCandidates, `[{"name":"x"}]`)},
		{Entry: entry(pipeline.EntryEvent, "turn-1", pipeline.EventCandidates, `"x"`)},
		{Entry: entry(pipeline.EntryEvent, "end", "nothing", "")},
	}}})
	want := []eventRow{
		{
			Suite: "s", Case: "c", Place: "turn-1/node:n", Turn: "turn-1", Kind: "event", Name: "note", Depth: 2,
			At:    micros(at),
			Value: `{"a":[1]}`,
		},
		{Suite: "s", Case: "c", Place: "turn-1", Turn: "turn-1", Kind: "decided", Name: "final", Value: `["x"]`},
		{
			Suite: "s", Case: "c", Place: "turn-1", Turn: "turn-1", Kind: "fallback", Name: "final",
			Value: `{"stage":"final","reason":"timeout","tries":0,"detail":"late` + "\ufffd" + `"}`,
		},
		{Suite: "s", Case: "c", Place: "turn-1", Turn: "turn-1", Kind: "event", Name: "candidates", Value: `"x"`},
		{Suite: "s", Case: "c", Place: "end", Turn: "end", Kind: "event", Name: "nothing", Value: "null"},
	}
	if d := cmp.Diff(want, readRows[eventRow](t, dir, "events")); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
}

// The alternatives of a label have a column, and come back with the score.
func TestAlternativesOfALabel(t *testing.T) {
	dir := t.TempDir()
	routed := score.Score{
		Scorer: "routing", Metric: "accuracy", Facet: "soft", Unit: score.Share, Expected: true, Want: "a", Got: "b",
		Others: []string{"b", "c"},
	}
	written(t, dir, &result.Result{Suite: "s", Case: "c", Scores: []score.Score{routed}})
	rows := readRows[scoreRow](t, dir, "scores")
	if d := cmp.Diff([]string{"b", "c"}, rows[0].Others); d != "" {
		t.Errorf("alternatives (-want +got):\n%s", d)
	}
	if d := cmp.Diff(routed.Others, rows[0].score().Others); d != "" {
		t.Errorf("read again (-want +got):\n%s", d)
	}
}

// The rows have every step of the traces of the repository's own cases.
func TestEveryStepHasARow(t *testing.T) {
	dir := t.TempDir()
	results := ownResults(t)
	written(t, dir, results...)
	var calls, tools, events, found int
	for _, r := range results {
		for _, s := range r.Trace.Steps {
			retrieval := s.Kind == pipeline.EntryEvent && s.Stage == pipeline.EventCandidates
			switch {
			case s.Call != nil:
				calls++
			case s.Tool != nil:
				tools++
			case !s.Attached && !retrieval:
				events++
			}
			if retrieval {
				var list []json.RawMessage
				if err := json.Unmarshal(s.Value, &list); err != nil {
					t.Fatal(err)
				}
				found += len(list)
			}
		}
	}
	tags := 0
	for _, c := range readRows[caseRow](t, dir, "cases") {
		tags += len(c.Tags)
	}
	want := []int{calls, tools, events, found}
	got := []int{
		len(readRows[callRow](t, dir, "calls")), len(readRows[toolUseRow](t, dir, "tools")),
		len(readRows[eventRow](t, dir, "events")), len(readRows[CandidateRow](t, dir, "candidates")),
	}
	if d := cmp.Diff(want, got); d != "" || tools < 50 || events < 100 || found < 300 || tags < 20 {
		t.Errorf("calls, tools, events, candidates (-trace +rows):\n%s\n%v, %d tags", d, got, tags)
	}
}
