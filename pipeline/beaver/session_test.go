package beaver

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// histories generates long sessions with calls and results anywhere; ids repeat, and each text is unique.
func histories() *rapid.Generator[[]pipeline.Message] {
	roles := []string{pipeline.RoleSystem, pipeline.RoleUser, pipeline.RoleAssistant, pipeline.RoleAssistant,
		pipeline.RoleTool, pipeline.RoleTool}
	ids := []string{"a", "b", "c", "d", "e"}
	return rapid.Custom(func(t *rapid.T) []pipeline.Message {
		ms := make([]pipeline.Message, rapid.IntRange(0, 100).Draw(t, "messages"))
		for i := range ms {
			m := pipeline.Message{Role: rapid.SampledFrom(roles).Draw(t, "role")}
			text := rapid.SampledFrom([]string{"", " \n", "hello", "你好 🐻", "<b> & \"x\""}).Draw(t, "text")
			m.Sections = []pipeline.Section{{Name: "History", Text: text}}
			switch m.Role {
			case pipeline.RoleTool:
				m.ToolCallID = rapid.SampledFrom(ids).Draw(t, "id")
			case pipeline.RoleAssistant:
				for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 3, rapid.ID[string]).Draw(t,
					"calls") {
					m.ToolCalls = append(m.ToolCalls, pipeline.ToolCall{ID: id, Name: "look"})
				}
			}
			m.Name = strings.Repeat("i", i) // distinguishes the messages
			ms[i] = m
		}
		return ms
	})
}

func TestVisible_N3_M4_Law(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		history := histories().Draw(t, "history")
		before := pipeline.CloneMessages(history)
		seen := visible(history)

		window := slices.DeleteFunc(pipeline.CloneMessages(history),
			func(m pipeline.Message) bool { return m.Role == pipeline.RoleSystem })
		window = window[max(0, len(window)-40):]
		var want []pipeline.Message
		for i, m := range window {
			answered := slices.ContainsFunc(window[:i], func(c pipeline.Message) bool {
				return slices.ContainsFunc(c.ToolCalls, func(c pipeline.ToolCall) bool { return c.ID == m.ToolCallID })
			})
			if m.Role != pipeline.RoleTool || answered {
				want = append(want, m)
			}
		}
		if d := cmp.Diff(want, seen, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("visible (-want +got):\n%s", d)
		}
		if d := cmp.Diff(before, history); d != "" {
			t.Errorf("the history itself has changed:\n%s", d)
		}
	})
}

func TestRecent_R2_R3_Law(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		history := histories().Draw(t, "history")
		text, err := recentJSON(history)
		if err != nil {
			t.Fatal(err)
		}
		type entry struct{ Role, Content string }
		got := []entry{}
		if err := json.Unmarshal([]byte(text.String()), &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		want := []entry{}
		for i := len(history) - 1; i >= 0 && len(want) < 8; i-- {
			m := history[i]
			empty := strings.TrimSpace(m.Content()) == ""
			if m.Role == pipeline.RoleUser || m.Role == pipeline.RoleAssistant && !empty {
				want = append(want, entry{m.Role, m.Content()})
			}
		}
		slices.Reverse(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("recent (-want +got):\n%s", d)
		}
	})
}

// JSON in a prompt keeps non-ASCII characters, including the two line separators.
func TestRecent_R3_KeepsNonASCII(t *testing.T) {
	for _, text := range []string{"海狸 🦫", "é\u0301", "<&>", "\u00a0\u3000", "line\u2028separator",
		"paragraph\u2029separator", "\u202eright to left"} {
		got, err := recentJSON([]pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", text)})
		if err != nil {
			t.Fatal(err)
		}
		if want := `[{"role":"user","content":"` + text + `"}]`; got.String() != want {
			t.Errorf("recent:\nwant %+q\n got %+q", want, got)
		}
	}
}
