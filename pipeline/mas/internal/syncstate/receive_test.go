package syncstate_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

func message(s string, reply bool) state.Message {
	return state.Message{
		TaskID: "task1", Sender: "a", Receiver: state.To("b"), Text: state.TextOf(answered, s),
		StageRelative: state.NotRelative, NeedReply: reply,
	}
}

// A message becomes a step that keeps the source of its text; one without a stage belongs to none.
func TestReceiveA0(t *testing.T) {
	w := newWorld(state.Document)
	b := w.agents["b"]
	asked, told, of := message("really?", true), message("fyi", false), message("now", false)
	of.StageRelative = "stage1"
	for _, m := range []state.Message{asked, told, of} {
		if err := w.Receive(w.newID, b, m); err != nil {
			t.Error(err)
		}
	}
	want := []string{"send_message no_stage", "process_message no_stage", "process_message stage1"}
	if diff := cmp.Diff(want, w.todo("b")); diff != "" {
		t.Error(diff)
	}
	if s := b.Steps.List[0]; s.Text.String() != "really?" || s.Text.Source() != answered {
		t.Errorf("%q is %s", s.Text, s.Text.Source())
	}
	// the end of the stage, and of the task, stop only what belongs to them
	for _, end := range []string{`{"finish_stage":{"stage_id":"stage1"}}`, `{"finish_task":{"task_id":"task1"}}`} {
		if err := w.Receive(w.newID, b, message("<instruction>"+end+"</instruction>", false)); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want[:2], w.todo("b")); diff != "" {
			t.Error(diff)
		}
	}
}

// A working memory is kept by task and stage. A null stage is none for the document, and for the program one that is
// called None (A6, A7).
func TestWorkingMemoryWithoutAStageA6(t *testing.T) {
	for _, tt := range []struct {
		stage             string // in JSON
		document, program string
	}{
		{`null`, `{"task1":{}}`, `{"task1":{"None":[]}}`},
		{`""`, `{"task1":{}}`, `{"task1":{"None":[]}}`},
		{`"stage1"`, `{"task1":{"stage1":[]}}`, `{"task1":{"stage1":[]}}`},
	} {
		for compat, want := range map[state.Compat]string{state.Document: tt.document, state.Program: tt.program} {
			w := newWorld(compat)
			keep := `{"update_working_memory": {"task_id": "task1", "stage_id": ` + tt.stage + `}}`
			m := message("<instruction>"+keep+"</instruction>", false)
			if err := w.Receive(w.newID, w.agents["b"], m); err != nil {
				t.Error(err)
			}
			got, err := json.Marshal(&w.agents["b"].WorkingOn)
			if err != nil || string(got) != want {
				t.Errorf("%s, compat %q: got %s, %v, want %s", tt.stage, compat, got, err, want)
			}
		}
	}
}

// A request with a waiting sender comes before everything else, and the sender continues when the answer has come.
func TestLocksA6(t *testing.T) {
	w := newWorld(state.Program)
	a, b := w.agents["a"], w.agents["b"]
	for _, agent := range []*state.Agent{a, b} {
		agent.AddStep(&state.Step{ID: w.newID("step"), TaskID: "task1", StageID: "stage1", Executor: "think"})
	}
	ask := message("which?", true)
	ask.Receiver, ask.Waiting = state.To("x", "b"), []string{"w1", "w2"}
	a.Lock("w2")
	if err := w.Receive(w.newID, b, ask); err != nil {
		t.Error(err)
	}
	if got := b.Steps.List[0].Text.String(); got != "which?\n\n<return_waiting_id>w2</return_waiting_id>" {
		t.Error(got)
	}
	id := "w2"
	answer := message("that one", false)
	answer.Returns = &id
	if err := w.Receive(w.newID, a, answer); err != nil || len(a.Locks) != 0 {
		t.Error(a.Locks, err)
	}
	if diff := cmp.Diff([]string{"process_message no_relative", "think stage1"}, w.todo("a")); diff != "" {
		t.Error(diff)
	}
	a.Lock("w2")
	answer.NeedReply = true
	err := w.Receive(w.newID, a, answer)
	if err != nil || len(a.Locks) != 0 || w.todo("a")[0] != "send_message no_relative" {
		t.Error("an answer that asks back is not in front", err, w.todo("a"))
	}
	answer.NeedReply = false
	if err := w.Receive(w.newID, a, answer); err == nil || len(w.todo("a")) != 4 {
		t.Error("an id that nobody waits for", err, w.todo("a"))
	}
	ask.Waiting = []string{"w1"}
	if err := w.Receive(w.newID, b, ask); err == nil {
		t.Error("a message that does not say under which id to answer")
	}
}

// Errors of an instruction are reported, and the rest of the message counts.
func TestInstructionErrorsA6(t *testing.T) {
	for instruction, want := range map[string]string{
		`{"start_stage":{"stage_id":"x"}}`:      `instruction start_stage of a: task task1 has no stage "x"`,
		`{"start_stage":{"stage_id":"stage1"}}`: `instruction start_stage of a: stage stage1 is init`,
		`{"start_stage":{"stage_id":"stage2"}}`: `instruction start_stage of a: stage stage2 has no goal for agent a`,
		`{"dance":{}}`:                          `<nil>`,
		`{"finish_task":{"task_id":"x"}}`:       `<nil>`,
		`{bad}`:                                 `<nil>`,
	} {
		w := newWorld(state.Document)
		w.task.Stage("stage2").Execution = state.Running
		err := w.Receive(w.newID, w.agents["a"], message("look <instruction>"+instruction+"</instruction>", false))
		if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
			t.Errorf("%s: %s", instruction, diff)
		}
		if diff := cmp.Diff([]string{"process_message no_stage"}, w.todo("a")); diff != "" {
			t.Errorf("%s: %s", instruction, diff)
		}
	}
	w := newWorld(state.Document)
	if err := w.Receive(w.newID, w.agents["a"], message(`<instruction>{"start_stage":7}</instruction>`,
		false)); err == nil {
		t.Error("an instruction of another shape")
	}
}

// A stage begins with planning, once; the document's text has none of the program's stray commas.
func TestStartStageTextA6(t *testing.T) {
	w := newWorld(state.Document)
	w.task.Stages[0].Execution = state.Running
	start := message(`<instruction>{"start_stage":{"stage_id":"stage1"}}</instruction>`, false)
	for range 2 {
		if err := w.Receive(w.newID, w.agents["b"], start); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff([]string{"planning stage1"}, w.todo("b")); diff != "" {
		t.Fatal(diff)
	}
	want := `你参加了下面这个阶段。请为自己规划要执行的步骤。

- 任务 ID：task1
- 阶段 ID：stage1
- 阶段的整体目标：first
- 各 Agent 的分工：
  - a：goal of a
  - b：goal of b

**你负责的目标**：goal of b
`
	got := w.agents["b"].Steps.List[0].Text
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	fromTheCase := 0
	for _, p := range got.Pieces {
		if p.Source == fromCase {
			fromTheCase++
		}
	}
	if fromTheCase != 4 {
		t.Errorf("%d pieces are from the case, want intention, two goals, and its own", fromTheCase)
	}
}
