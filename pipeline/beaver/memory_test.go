package beaver

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestMemorySave_N2(t *testing.T) {
	start := []pipeline.Section{{Name: "Diet", Text: "eats everything"}}
	for _, tt := range []struct {
		name, arguments string
		want            []pipeline.Section // nil: an error, and nothing changes
	}{
		{"a new section", `{"name":"猫","text":"咪咪"}`, []pipeline.Section{{Name: "Diet", Text: "eats everything"},
			{Name: "猫", Text: "咪咪"}}},
		{"another text", `{"name":"Diet","text":"vegan"}`, []pipeline.Section{{Name: "Diet", Text: "vegan"}}},
		{"no name", `{"text":"vegan"}`, nil},
		{"no text", `{"name":"Diet"}`, nil},
		{"an empty text", `{"name":"Diet","text":""}`, nil},
		{"a blank text, which no prompt would show", `{"name":"Diet","text":" \n"}`, nil},
		{"a blank name", `{"name":" \n","text":"vegan"}`, nil},
		{"a name over two lines", `{"name":"Diet\n","text":"vegan"}`, []pipeline.Section{{Name: "Diet", Text: "vegan"}}},
		{"a list for a text", `{"name":"Diet","text":["vegan"]}`, nil},
		{"a number for a name", `{"name":1,"text":"vegan"}`, nil},
		{"null", `{"name":null,"text":null}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := memory{sections: slices.Clone(start)}
			frozen := m.snapshot()
			_, err := m.save(somewhere(Limits{}).rt, pipeline.ToolCall{Name: memorySave, Arguments: tt.arguments}, code)
			if (err != nil) != (tt.want == nil) {
				t.Errorf("error %v", err)
			}
			want := tt.want
			if want == nil {
				want = start
			}
			if d := cmp.Diff(want, m.sections); d != "" {
				t.Errorf("memory (-want +got):\n%s", d)
			}
			if d := cmp.Diff(start, frozen); d != "" {
				t.Errorf("a snapshot has changed:\n%s", d)
			}
		})
	}
}

// The text of an error enters a prompt, so it must not be the decoder's: that changes with the version of Go.
func TestMemorySave_T3_ErrorsInOwnWords(t *testing.T) {
	for _, arguments := range []string{`{"name":"Diet","text":["vegan"]}`, `{"name":1,"text":"vegan"}`} {
		_, err := new(memory).save(somewhere(Limits{}).rt, pipeline.ToolCall{Name: memorySave, Arguments: arguments},
			code)
		if err == nil || strings.Contains(err.Error(), "json") || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: error %v", arguments, err)
		}
	}
}

// Memory saved by a turn does not change the conversation's case.
func TestMemory_N2_CaseStaysAsItIs(t *testing.T) {
	c := pipeline.Case{Memory: []pipeline.Section{{Name: "Diet", Text: "eats everything"}},
		Tools: []pipeline.Tool{{Name: memorySave}}}
	save := asks("")
	save.ToolCalls = []pipeline.ToolCall{{ID: "1", Name: memorySave, Arguments: `{"name":"Diet","text":"vegan"}`}}
	m := &script{answers: map[string]pipeline.Response{"turn-1/main-1": save}}
	converse(t, c, m, users("I am a vegan.", "Hello."))
	if got := c.Memory[0].Text; got != "eats everything" {
		t.Errorf("the case's memory is now %q", got)
	}
	if got := m.kept[len(m.kept)-1].Messages[0].Content(); !strings.Contains(got, "## Diet\nvegan") {
		t.Errorf("the next turn does not see what was saved: %q", got)
	}
}
