package syncstate_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

var tagsAnswered = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "p", Define: "planning"}

func TestLastA4(t *testing.T) {
	for text, want := range map[string]string{
		"<t>a</t>":                         "a",
		"<t>\n\u3000 a\tb \x1f</t> more":   "a\tb",
		"<t>a</t><t> b </t>":               "b",
		"<t>a</t><t>b":                     "a",
		"<t><t>a</t>":                      "<t>a",
		"<t>a</t></t>":                     "a",
		"<think><t>a</t></think>":          "a",
		"<t></t>":                          "",
		"<t>":                              "none",
		"</t><t>":                          "none",
		"<T>a</T>":                         "none",
		"<t >a</t>":                        "none",
		"<t>" + strings.Repeat("x", 1<<20): "none",
	} {
		got, ok := syncstate.Last(text, "t")
		if !ok {
			got = "none"
		}
		if got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

func TestValueA4(t *testing.T) {
	const none = "none"
	for _, c := range []struct{ tag, content, document, program string }{
		{syncstate.PlannedStep, `[{"b":1,"a":2}]`, `[{"b":1,"a":2}]`, `[{"b":1,"a":2}]`},
		{syncstate.PlannedStep, `[{'a':1,}] // c`, `[{"a":1}]`, `[{"a":1}]`},
		{syncstate.PlannedStep, `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`, `{"a":3,"b":2}`},
		{syncstate.PlannedStep, "```json\n[]\n```", none, none},
		{syncstate.PlannedStep, ``, none, none},
		{syncstate.ReflectionStep, `[{'a':1}]`, `[{"a":1}]`, none},
		{syncstate.SendMessage, `{need_reply: True}`, none, none},
		{syncstate.SendMessage, `{n: 0x1F, f: .5, big: 12345678901234567890}`,
			`{"n":31,"f":0.5,"big":12345678901234567890}`, `{"n":31,"f":0.5,"big":12345678901234567890}`},
		{syncstate.ToolDecisionTag, ` `, `[]`, `[]`},
		{syncstate.DecisionStep, ` `, none, none},
		{syncstate.ToolInstruction, `{'q':1}`, `{"q":1}`, `{"q":1}`},
		{syncstate.ProcessMessage, `understood`, `"understood"`, `"understood"`},
		{syncstate.ProcessMessage, `"yes"`, `"\"yes\""`, `"\"yes\""`},
		{syncstate.Summary, ` a "b" `, `"a \"b\""`, `"a \"b\""`},
		{syncstate.Think, `[1]`, `"[1]"`, `"[1]"`},
		{syncstate.QuickThink, ``, `""`, `""`},
	} {
		answer := "x <" + c.tag + ">" + c.content + "</" + c.tag + "> y"
		for compat, want := range map[state.Compat]string{
			state.Document: c.document, state.Program: c.program,
		} {
			got, err := syncstate.ValueIn(compat, answer, c.tag)
			if err != nil {
				got = json.RawMessage(none)
			}
			if string(got) != want {
				t.Errorf("%s, %q: %s, %v, want %s", answer, compat, got, err, want)
			}
		}
	}
	if _, err := syncstate.ValueIn(state.Document, "nothing", syncstate.Summary); !errors.Is(err, syncstate.ErrNone) {
		t.Error(err)
	}
}

func TestMemoryTextA4(t *testing.T) {
	const answer = "<think><persistent_memory>draft</persistent_memory></think>" +
		"<persistent_memory> ### a </persistent_memory><persistent_memory>### b</persistent_memory>"
	if got, ok := syncstate.MemoryText(answer); got != "### b" || !ok {
		t.Errorf("%q", got)
	}
	if _, ok := syncstate.MemoryText("<think><persistent_memory>x</persistent_memory></think>"); ok {
		t.Error("a thought was kept")
	}
}

func TestMemoryJSONA4(t *testing.T) {
	of := func(contents ...string) string {
		return "<persistent_memory>" + strings.Join(contents, "</persistent_memory><persistent_memory>") +
			"</persistent_memory>"
	}
	for answer, want := range map[string]string{
		"none":                                  `[]`,
		of(""):                                  `[]`,
		of(`[{"add":"a"}]`, `[{"delete":"b"}]`): `[{"delete":"b"}]`,
		of(`[{"add":"a"}]`, `{"add":"b"}`):      `[{"add":"a"}]`,
		of(`[{"add":"a"}]`, `[{"add":"b"`):      `[]`,
		of(`[{"add":"a"}]`, `text`):             `[]`,
		of("[ // one\n{\"add\":\"\\\"//\"}]//"): `[{"add":"\"//"}]`,
		of(`[{"add":"a"}]`) + "<think>" + of(`[]`) + "</think>": `[{"add":"a"}]`,
		"<think>" + of(`[{"add":"a"}]`):                         `[{"add":"a"}]`,
	} {
		if got := string(syncstate.MemoryJSON(answer)); got != want {
			t.Errorf("%s: %s, want %s", answer, got, want)
		}
	}
}

func TestMemoryCommandsA4(t *testing.T) {
	got := syncstate.MemoryCommands(`<persistent_memory>[{"add":"a","delete":"k"},{"set":1},7,{"add":5},{"delete":"d"}]`+
		`</persistent_memory>`, tagsAnswered)
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`[{"add":"a","delete":"k"},{},{"delete":"d"}]`, string(raw)); diff != "" {
		t.Error(diff)
	}
	if got[0].Add.Source() != tagsAnswered {
		t.Error("its source is lost")
	}
}

func TestInstructionOfA4(t *testing.T) {
	for message, want := range map[string][2]string{
		"fyi":         {`{}`, "fyi"},
		" \u3000fyi ": {`{}`, "fyi"},
		`a <instruction> {"b":{},"a":1} </instruction> c`: {`{"b":{},"a":1}`, "a  c"},
		`<instruction>{"a":1}</instruction><instruction>{"b":2}</instruction>`: {`{"b":2}`,
			`<instruction>{"a":1}</instruction>`},
		`<instruction>{bad}</instruction>`: {`{}`, ""},
		`<instruction>[1]</instruction>`:   {`{}`, ""},
		`<instruction>{"a":1}`:             {`{}`, `<instruction>{"a":1}`},
	} {
		instruction, rest := syncstate.InstructionOf(tagsAnswered.Of(message))
		raw, err := json.Marshal(instruction)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, [2]string{string(raw), rest.String()}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", message, diff)
		}
	}
}

// Content between tags is read back, whatever surrounds it.
func TestLawOfTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z<>/ \n]{0,12}`)
		before, content := word.Draw(t, "before"), rapid.StringMatching(`[a-z]([a-z\n ]{0,8}[a-z])?`).Draw(t, "content")
		got, ok := syncstate.Last(before+"<tag_1>"+content+"</tag_1>"+word.Draw(t, "behind"), "tag_1")
		if !ok || got != content {
			t.Fatalf("%q, want %q", got, content)
		}
	})
}

// FuzzTags: no answer breaks a reader, and every value read is JSON.
func FuzzTags(f *testing.F) {
	for _, seed := range []string{
		"<planned_step>[{'a':1,}]</planned_step>", "<think><persistent_memory>[//\n]</persistent_memory>",
		"<summary><summary>",
		"<instruction>{\"a\":1,\"a\":2}</instruction>x", strings.Repeat("<planned_step>", 100),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for _, compat := range []state.Compat{state.Document, state.Program} {
			for _, tag := range []string{syncstate.PlannedStep, syncstate.ReflectionStep, syncstate.Summary,
				syncstate.ToolDecisionTag} {
				raw, err := syncstate.ValueIn(compat, answer, tag)
				if (err == nil) != json.Valid(raw) {
					t.Errorf("%s: %s, %v", tag, raw, err)
				}
			}
		}
		if raw := syncstate.MemoryJSON(answer); !json.Valid(raw) {
			t.Errorf("memory: %s", raw)
		}
		syncstate.MemoryCommands(answer, tagsAnswered)
		if _, rest := syncstate.InstructionOf(tagsAnswered.Of(answer)); len(rest.String()) > len(answer) {
			t.Errorf("more is left than there was: %q", rest)
		}
	})
}

// A megabyte of unclosed tags takes one pass.
func BenchmarkHostile(b *testing.B) {
	text := strings.Repeat("<think>", 1<<17) + strings.Repeat("<persistent_memory>", 1<<15)
	for b.Loop() {
		syncstate.MemoryJSON(text)
		syncstate.Last(text, syncstate.MemoryTag)
	}
}
