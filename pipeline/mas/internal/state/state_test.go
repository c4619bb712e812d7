package state_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

var (
	fromCase = pipeline.CaseText("mas.team")
	answered = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "p", Define: "planning"}
)

func text(s string) state.Text { return state.TextOf(fromCase, s) }

// step is a step of a skill named like its id, or of a tool if the executor says so.
func step(id, executor string) *state.Step {
	s := &state.Step{
		ID: id, TaskID: "t", StageID: "g", Type: state.TypeSkill, Executor: executor, Execution: state.Init,
	}
	if strings.HasPrefix(executor, "tool:") {
		s.Type = state.TypeTool
	}
	return s
}

// shown returns the list and the queue in one line.
func shown(a *state.AgentStep) string {
	var ids []string
	for _, s := range a.List {
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, " ") + " | " + strings.Join(a.Todo, " ")
}

func TestQueueA6(t *testing.T) {
	a := &state.AgentStep{}
	for _, id := range []string{"1", "2", "3"} {
		a.Add(step(id, "think"))
	}
	done := step("4", "think")
	done.Execution = state.Failed
	a.Add(done)
	if got := shown(a); got != "1 2 3 4 | 1 2 3" {
		t.Error(got)
	}
	if id, ok := a.Pop(); id != "1" || !ok {
		t.Error(id, ok)
	}
	if err := a.Insert(step("a", "think"), step("b", "think")); err != nil {
		t.Error(err)
	}
	if got := shown(a); got != "1 a b 2 3 4 | a b 2 3" {
		t.Error(got)
	}
	if err := a.Insert(done); err == nil || shown(a) != "1 a b 2 3 4 | a b 2 3" {
		t.Error("a failed step was inserted", err)
	}
	a.Remove("b")
	a.RemoveStage("nothing")
	if got := shown(a); got != "1 a 2 3 4 | a 2 3" {
		t.Error(got)
	}
	a.DropStage("g")
	if got := shown(a); got != "4 | " {
		t.Error(got)
	}
	if _, ok := a.Pop(); ok || a.Get("1") != nil {
		t.Error("a step that is gone is there")
	}
}

// A removed step is also removed from the queue; the program leaves its id there.
func TestStaleIdsA6(t *testing.T) {
	for compat, want := range map[state.Compat]string{
		state.Document: "n 2 | n 2", state.Program: "n 2 | n 1 2",
	} {
		a := &state.AgentStep{Compat: compat}
		first := step("1", "think")
		first.StageID = "gone"
		a.Add(first)
		a.Add(step("2", "think"))
		a.RemoveStage("gone")
		if err := a.Insert(step("n", "think")); err != nil {
			t.Error(err)
		}
		if got := shown(a); got != want {
			t.Errorf("%q: %s, want %s", compat, got, want)
		}
	}
}

// A0's three rules for insertions near an instruction_generation.
func TestInsertionAndLockA0(t *testing.T) {
	begin := func() *state.AgentStep {
		a := &state.AgentStep{}
		a.Add(step("g", state.InstructionGeneration))
		a.Add(step("t", "tool:search"))
		return a
	}
	insert := func(a *state.AgentStep) {
		t.Helper()
		if err := a.Insert(step("n", "think")); err != nil {
			t.Error(err)
		}
	}
	start := func(a *state.AgentStep) {
		t.Helper()
		id, _ := a.Pop()
		if err := a.Start(id); err != nil {
			t.Error(err)
		}
	}
	notRun := begin()
	insert(notRun)
	if got := shown(notRun); got != "n g t | n g t" {
		t.Errorf("not run: %s", got)
	}
	running := begin()
	start(running)
	insert(running)
	if got := shown(running); got != "g t | t" || !running.HasToDo("g") || running.HasToDo("x") {
		t.Errorf("running: %s", got)
	}
	if err := running.End("g", state.Finished); err != nil {
		t.Error(err)
	}
	if got := shown(running); got != "g n t | n t" {
		t.Errorf("it has run: %s", got)
	}
	done := begin()
	start(done)
	done.NextTool("g").Instruction = state.Order{Value: state.Value{JSON: json.RawMessage(`{"q":1}`)}}
	if err := done.End("g", state.Finished); err != nil {
		t.Error(err)
	}
	insert(done)
	if got := shown(done); got != "g n t | n t" || string(done.Get("t").Instruction.JSON) != `{"q":1}` {
		t.Errorf("done: %s, %s", got, done.Get("t").Instruction.JSON)
	}
}

func TestOneRunningStepA0(t *testing.T) {
	a := &state.AgentStep{AgentID: "x"}
	a.Add(step("1", "think"))
	a.Add(step("2", "think"))
	if err := a.Start("1"); err != nil {
		t.Error(err)
	}
	for id, want := range map[string]string{
		"2": "agent x executes step 1: step 2 cannot start", "9": "agent x has no step 9",
	} {
		if err := a.Start(id); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := a.End("9", state.Finished); err == nil {
		t.Error("a step that is not there has ended")
	}
}

func TestNextToolA3(t *testing.T) {
	a := &state.AgentStep{}
	other := step("o", "tool:x")
	other.StageID = "other"
	for _, s := range []*state.Step{
		step("t0", "tool:x"), step("g", state.InstructionGeneration), other, step("t1", "tool:x"), step("t2", "tool:y"),
	} {
		a.Add(s)
	}
	if got := a.NextTool("g"); got == nil || got.ID != "t1" {
		t.Error(got)
	}
	if a.NextTool("t2") != nil || a.NextTool("nothing") != nil {
		t.Error("a tool that is not there")
	}
}

func TestAgentA6(t *testing.T) {
	a := &state.Agent{Skills: []string{"think"}, Tools: []string{"search"}}
	if !a.May("skill", "think") || a.May("tool", "think") || a.May("skill", "search") || a.May("", "search") {
		t.Error("permissions")
	}
	with := step("w", "tool:x")
	with.Instruction = state.Order{Value: state.Value{JSON: json.RawMessage(`{"q":1}`)}}
	a.AddStep(step("t", "tool:x"))
	a.AddStep(with)
	a.AddStep(step("s", "think"))
	var pending []string
	for _, s := range a.Steps.PendingTools() {
		pending = append(pending, s.ID)
	}
	if diff := cmp.Diff([]string{"t"}, pending); diff != "" {
		t.Error(diff)
	}
	a.WorkingOn.Keep("t", "later")
	raw, err := json.Marshal(a.WorkingOn)
	if err != nil || string(raw) != `{"t":{"g":["t","w","s"],"later":[]}}` {
		t.Errorf("%s, %v", raw, err)
	}
	a.Lock("1")
	if a.Unlock("2") || !a.Unlock("1") || a.Unlock("1") {
		t.Error("locks")
	}
}

func TestTaskA0(t *testing.T) {
	n := 0
	newID := func(kind string) string { n++; return fmt.Sprint(kind, n) }
	task := state.NewTask(newID, text("win"), "m", "a")
	var goals state.Map[state.Text]
	goals.Set("b", text("goal b"))
	goals.Set("a", text("goal a"))
	first, second := task.NewStage(newID, text("one"), goals), task.NewStage(newID, text("two"), goals)
	if task.Manager() != "m" || task.Stage(second.ID) != second || task.Stage("x") != nil || task.Next() != first {
		t.Error("the task")
	}
	if err := task.Start(first); err != nil {
		t.Error(err)
	}
	if err := task.Start(second); err == nil || second.Execution != state.Init {
		t.Error("two stages run")
	}
	if first.Complete() {
		t.Error("nobody has said anything")
	}
	first.Completion.Set("a", text("done"))
	first.Completion.Set("b", text(""))
	if !first.Complete() {
		t.Error("all have said something")
	}
	task.Join("a", "c", "c")
	if diff := cmp.Diff([]string{"m", "a", "c"}, task.Group); diff != "" {
		t.Error(diff)
	}
	first.Execution = state.Finished
	task.Dissolve()
	got := fmt.Sprintf("%s %s %s %v %v",
		first.Execution, second.Execution, task.Execution, task.Group, task.Next() == nil)
	if got != "finished failed failed [] true" || task.Manager() != "" {
		t.Error(got)
	}
}

func TestMemoryA4(t *testing.T) {
	start := time.Date(2025, 6, 13, 10, 30, 1, 7e6, time.UTC)
	stands := func() time.Time { return start }
	add := func(s string) state.MemoryCommand {
		added := state.TextOf(answered, s)
		return state.MemoryCommand{Add: &added}
	}
	m := state.MemoryText(text("### old"))
	m.Append(state.TextOf(answered, "### new"))
	if m.String() != "### old\n### new" || m.Text().Pieces[2].Source != answered {
		t.Errorf("%q", m.String())
	}
	key := "20250613T103001"
	m.Apply(stands, add("a"), add("b"), add("c"), state.MemoryCommand{Delete: &key}, state.MemoryCommand{})
	raw, err := json.Marshal(m)
	want := `{"":"### old\n### new","20250613T103001007":"b","20250613T103001008":"c"}`
	if diff := cmp.Diff(want, string(raw)); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestMemoryHeadingsA0(t *testing.T) {
	said := text("### fine\n# one\n## two\r\n  # three\n####\n#\n#tag\n    # code\n```\n# comment\r## four\n```\n##")
	low, high := state.Lowered(said)
	if diff := cmp.Diff([]string{"# one", "## two", "  # three", "#", "# comment", "## four", "##"}, high); diff != "" {
		t.Error(diff)
	}
	want := "### fine\n### one\n### two\r\n### three\n####\n###\n#tag\n    # code\n```\n### comment\r### four\n```\n###"
	if diff := cmp.Diff(want, low.String()); diff != "" {
		t.Error(diff)
	}
	if again, high := state.Lowered(low); high != nil || again.String() != want || again.Source() != said.Source() {
		t.Errorf("lowered again: %q, %q", again, high)
	}
}

func TestReceiversA7(t *testing.T) {
	for raw, want := range map[string][2]string{ // document, head
		`["A","B"]`: {"[A B]", "[A B]"}, `"AB"`: {"[AB]", "[A B]"}, `[]`: {"[]", "[]"}, `""`: {"[]", "[]"},
		`"一二"`: {"[一二]", "[一 二]"},
	} {
		var r state.Receivers
		if err := json.Unmarshal([]byte(raw), &r); err != nil {
			t.Error(err)
		}
		got := [2]string{fmt.Sprint(r.IDs(state.Document)), fmt.Sprint(r.IDs(state.Program))}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", raw, diff)
		}
		if back, err := json.Marshal(r); string(back) != raw || err != nil {
			t.Errorf("%s became %s: %v", raw, back, err)
		}
	}
	for _, raw := range []string{`[1]`, `[null]`, `{"a":1}`, `7`} {
		if err := json.Unmarshal([]byte(raw), new(state.Receivers)); err == nil {
			t.Errorf("%s is a list of receivers", raw)
		}
	}
}

// A stopped clock does not make many commands slow, nor lose any.
func TestManyMemoryCommandsA4(t *testing.T) {
	added := text("x")
	commands := slices.Repeat([]state.MemoryCommand{{Add: &added}}, 30000)
	var m state.Memory
	m.Apply(func() time.Time { return time.Date(2025, 6, 13, 10, 30, 1, 0, time.UTC) }, commands...)
	if entries, _ := m.Entries(); entries.Len() != len(commands) {
		t.Errorf("%d of %d are kept", entries.Len(), len(commands))
	}
}
