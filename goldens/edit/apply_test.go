package edit_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// For any two files: no edits give the old one, all edits the new one, and some of them a file from which the others
// lead to the new one.
func TestApplyNoneAllAndSome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := anyFile(t, "old"), anyFile(t, "new")
		apply := func(old *goldens.File, take edit.Take) *goldens.File {
			got, err := edit.Apply(old, new, nil, take)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		all := func(*edit.Part, edit.Atom) bool { return true }
		want(t, "no edit", apply(old, func(*edit.Part, edit.Atom) bool { return false }), old)
		want(t, "all edits", apply(old, all), new)
		turn := rapid.IntRange(2, 4).Draw(t, "turn")
		n := 0
		some := apply(old, func(*edit.Part, edit.Atom) bool { n++; return n%turn == 0 })
		want(t, "some edits, then all", apply(some, all), new)
	})
}

func want(t *rapid.T, what string, got, want *goldens.File) {
	t.Helper()
	if len(got.Calls) != len(want.Calls) {
		t.Fatalf("%s: %d calls, want %d", what, len(got.Calls), len(want.Calls))
	}
	for i := range got.Calls {
		if !got.Calls[i].Equal(want.Calls[i]) {
			t.Fatalf("%s: call %d\n%#v\nwant\n%#v", what, i, got.Calls[i], want.Calls[i])
		}
	}
}

func anyFile(t *rapid.T, label string) *goldens.File {
	f := &goldens.File{Suite: "s", Case: "c"}
	for i, n := range rapid.SliceOfNDistinct(rapid.IntRange(1, 3), 0, 3, rapid.ID[int]).Draw(t, label+" calls") {
		call := goldens.Call{Path: fmt.Sprintf("turn-%d/main", n), Stage: rapid.SampledFrom([]string{"main",
			"router"}).Draw(t, "stage")}
		for range rapid.IntRange(0, 4).Draw(t, "messages") {
			call.Messages = append(call.Messages, anyMessage(t))
		}
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3,
			rapid.ID[string]).Draw(t, "tools") {
			call.Tools = append(call.Tools, pipeline.Tool{Name: name, Description: anyText(t),
				Parameters: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i))})
		}
		if rapid.Bool().Draw(t, "format") {
			call.Format = json.RawMessage(rapid.SampledFrom([]string{`"json"`, `{"type":"object"}`}).Draw(t, "json"))
		}
		if rapid.Bool().Draw(t, "parameters") {
			call.Parameters = anyObject(t)
		}
		f.Calls = append(f.Calls, call)
	}
	return f
}

func anyObject(t *rapid.T) json.RawMessage {
	return json.RawMessage(rapid.SampledFrom([]string{
		`{"model":"a"}`, `{"model":"b","stream":true}`, `{"n":1}`,
	}).Draw(t, "object"))
}

func anyMessage(t *rapid.T) pipeline.Message {
	m := pipeline.Message{Role: rapid.SampledFrom(pipeline.Roles()).Draw(t, "role")}
	if rapid.IntRange(0, 2).Draw(t, "fields") == 0 {
		m.Fields = anyObject(t)
	}
	n := rapid.IntRange(0, 3).Draw(t, "sections")
	for i := range n {
		name := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "name")
		var pieces pipeline.Pieces
		for range rapid.IntRange(1, 3).Draw(t, "pieces") {
			source := pipeline.TextSource{Kind: rapid.SampledFrom([]pipeline.TextKind{pipeline.TextTemplate,
				pipeline.TextCase, pipeline.TextCode}).Draw(t, "kind"), Name: "x"}
			pieces = append(pieces, source.Of(anyText(t))...)
		}
		if i < n-1 {
			pieces = append(pieces, pipeline.TextSource{Kind: pipeline.TextCode}.Of("\n\n")...)
		}
		m.Sections = append(m.Sections, pipeline.NewSection(name, pieces))
	}
	for range rapid.IntRange(0, 2).Draw(t, "tool calls") {
		m.ToolCalls = append(m.ToolCalls, pipeline.ToolCall{ID: "1", Name: rapid.SampledFrom([]string{"f",
			"g"}).Draw(t, "function"), Arguments: anyText(t)})
	}
	return m
}

func anyText(t *rapid.T) string {
	return rapid.StringOfN(rapid.SampledFrom([]rune("ab .\n")), 1, 12, -1).Draw(t, "text")
}
