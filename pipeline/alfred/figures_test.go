package alfred

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// amountsOf adds up amounts by figure and facet: value and whole.
func amountsOf(log []pipeline.Entry, sent func(string) pipeline.Request) map[string][2]float64 {
	sums := map[string][2]float64{}
	for _, a := range (&System{}).Measure(log, sent) {
		name := a.Figure
		if a.Facet != "" {
			name += "[" + a.Facet + "]"
		}
		sums[name] = [2]float64{sums[name][0] + a.Value, sums[name][1] + a.Of}
	}
	return sums
}

func entry(kind pipeline.EntryKind, path, stage, value string) pipeline.Entry {
	return pipeline.Entry{Kind: kind, Path: path, Stage: stage, Value: []byte(value)}
}

func readEntry(path string, failed bool) pipeline.Entry {
	return pipeline.Entry{Kind: pipeline.EntryTool, Path: path, Stage: toolRead, Tool: &pipeline.ToolUse{
		Call:   pipeline.ToolCall{Name: toolRead, Arguments: `{"table":"recipes"}`},
		Result: pipeline.ToolResult{Failed: failed, Content: `[{"id":"6f1c2a9e-83b4-4d17-9c60-2b5e8f7a1d03"}]`}}}
}

// Turns count by their route, and reads only in read steps: a read before an update, and one that failed, are none.
func TestFiguresOfRoutesAndReads(t *testing.T) {
	redundant := entry(pipeline.EntryFallback, "turn-2/step:1", stageContexts, "")
	redundant.Fallback = &pipeline.Fallback{Stage: stageContexts, Reason: reasonRedundant}
	log := []pipeline.Entry{
		entry(pipeline.EntryEvent, "turn-1", eventNode, `"act_quick"`),
		entry(pipeline.EntryCall, "turn-1/act-quick", stageQuick, ""),
		entry(pipeline.EntryCall, "turn-1/reply", stageReply, ""),
		entry(pipeline.EntryEvent, "turn-2", eventNode, `"think"`),
		entry(pipeline.EntryCall, "turn-2/think", stageThink, ""),
		entry(pipeline.EntryDecided, "turn-2/think", stageThink,
			`{"mode":"plan_direct","nodes":[{"id":"read-1"},{"id":"write-2"},{"id":"read-3"}]}`),
		readEntry("turn-2/step:1/act-1/tool-1", false), redundant, readEntry("turn-2/step:1/act-2/tool-1", true),
		readEntry("turn-2/step:2/act-1/tool-1", false), readEntry("turn-2/step:3/act-1/tool-1", false),
		entry(pipeline.EntryCall, "turn-3/understand", stageUnderstand, ""), // ends with a question
	}
	got := amountsOf(log, func(string) pipeline.Request {
		return pipeline.Request{Tools: []pipeline.Tool{{Name: "four"}}}
	})
	for name := range got {
		if strings.HasPrefix(name, figureLayers) || name == figureIDs {
			delete(got, name)
		}
	}
	want := map[string][2]float64{
		"route.calls": {3, 2}, "route.calls[quick]": {2, 1}, "route.calls[planned]": {1, 1},
		"route.tokens": {3, 2}, "route.tokens[quick]": {2, 1}, "route.tokens[planned]": {1, 1},
		"reads.redundant": {1, 2},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("value and whole (-want +got):\n%s", d)
	}
}

// Ids are found whole, known or not, and by eight characters of a known one; words, dates and numbers are none.
func TestFigureOfLeakedIDs(t *testing.T) {
	log := []pipeline.Entry{readEntry("turn-1/step:1/act-1/tool-1", false)}
	for text, want := range map[string]int{
		"recipe_1 of 2026-01-05, 123456789 times, deadbeefcafe": 0,
		"6F1C2A9E-83b4-4d17-9c60-2b5e8f7a1d03":                  1,
		"00000000-0000-4000-8000-000000000001":                  1,
		"row 6f1c2a9e and (9c60-2b5)":                           2,
		"6f1c2a9":                                               0,
	} {
		req := pipeline.Request{Messages: []pipeline.Message{{Sections: []pipeline.Section{{Text: text}}}}}
		if got := leaked(&req, idParts(log)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// Each section that belongs to a layer is one of a template, so that a new name leaves no layer empty.
func TestLayersAreSections(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	names, err := fs.Glob(sys.Prompts(), "*.user.tmpl")
	if err != nil || len(names) < 5 {
		t.Fatalf("%d templates, %v", len(names), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(sys.Prompts(), name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for name := range layers() {
		if !strings.Contains(all.String(), `{{define "`+name+`"`) {
			t.Errorf("no template defines the section %q", name)
		}
	}
	req := pipeline.Request{Messages: []pipeline.Message{
		{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "Entities", Text: "how to read them"}}},
		{Role: pipeline.RoleUser, Sections: []pipeline.Section{{Name: "Entities", Text: "recipe_1"},
			{Name: "Request", Text: "Cook"}, {Name: "Schema", Text: "recipes"}}},
	}}
	got := map[string]float64{}
	for _, a := range layerAmounts(&req) {
		got[a.Facet] += a.Value
	}
	want := map[string]float64{"": 9, "entities": 2, "conversation": 1, "reasoning": 0, "other": 6}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("tokens (-want +got):\n%s", d)
	}
}
