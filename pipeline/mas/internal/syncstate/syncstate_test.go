package syncstate_test

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
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

var (
	fromCase = pipeline.CaseText("mas.tasks")
	answered = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "p", Define: "send_message"}
	later    = pipeline.Mark{At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Depth: 3}
)

func text(s string) state.Text { return state.TextOf(fromCase, s) }

// world is a team with one task of two stages: a and b work on the first, b on the second.
type world struct {
	*syncstate.Sync
	newID  state.NewID
	task   *state.Task
	agents map[string]*state.Agent
}

func newWorld(compat state.Compat) *world {
	n := map[string]int{}
	w := &world{
		Sync: &syncstate.Sync{Compat: compat}, agents: map[string]*state.Agent{},
		newID: func(kind string) string { n[kind]++; return fmt.Sprint(kind, n[kind]) },
	}
	for _, id := range []string{"a", "b"} {
		w.agents[id] = &state.Agent{ID: id, Steps: state.AgentStep{AgentID: id, Compat: compat}}
	}
	for _, id := range []string{"a", "b", "c"} {
		w.Team.Set(id, text("（"+id+"）"))
	}
	w.task = state.NewTask(w.newID, text("win"), "a", "b")
	w.AddTask(w.task)
	w.task.NewStage(w.newID, text("first"), goals("a", "b"))
	w.task.NewStage(w.newID, text("second"), goals("b"))
	return w
}

func goals(agents ...string) state.Map[state.Text] {
	var all state.Map[state.Text]
	for _, id := range agents {
		all.Set(id, text("goal of "+id))
	}
	return all
}

// deliver dispatches all messages; got has each as "receivers: text", unknown agents after a bar.
func (w *world) deliver(t *testing.T) (got []string) {
	t.Helper()
	for _, d := range w.Dispatch(func(id string) bool { return w.agents[id] != nil }) {
		line := strings.Join(d.To, ",") + ": " + d.Message.Text.String()
		if d.Unknown != nil {
			line += " | " + strings.Join(d.Unknown, ",")
		}
		got = append(got, line)
		for _, id := range d.To {
			if err := w.Receive(w.newID, w.agents[id], d.Message); err != nil {
				t.Error(err)
			}
		}
	}
	return got
}

// todo returns the steps in an agent's queue: executor and stage.
func (w *world) todo(agent string) []string {
	var all []string
	for _, id := range w.agents[agent].Steps.Todo {
		s := w.agents[agent].Steps.Get(id)
		all = append(all, s.Executor+" "+s.StageID)
	}
	return all
}

// The whole course of a task in the document: stage after stage, then its end, which dissolves the group.
func TestTaskRunsToItsEndA0(t *testing.T) {
	w := newWorld(state.Document)
	first, second := w.task.Stages[0], w.task.Stages[1]
	by := syncstate.By{Sender: "a", Mark: later}
	if err := w.StartStage(w.task, first, by); err != nil {
		t.Fatal(err)
	}
	if err := w.StartStage(w.task, second, by); err == nil {
		t.Error("two stages of one group run")
	}
	if w.task.Queue[0].Mark != later {
		t.Error("the message does not say when it was sent")
	}
	start := `<instruction>{"start_stage": {"stage_id": "stage1"}}</instruction>`
	if diff := cmp.Diff([]string{"a,b: " + start}, w.deliver(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"planning stage1"}, w.todo("b")); diff != "" {
		t.Error(diff)
	}
	if w.task.Execution != state.Running || !syncstate.Open(w.task, "stage1", []*state.Agent{w.agents["b"]}) {
		t.Error("nobody has anything to do")
	}
	for _, id := range []string{"a", "b"} {
		w.run(t, id, "done by "+id)
	}
	if !first.Complete() || syncstate.Open(w.task, "stage1", []*state.Agent{w.agents["a"], w.agents["b"]}) {
		t.Error("the stage is not complete")
	}
	if err := w.EndStage(w.task, first, state.Finished, by); err != nil {
		t.Error(err)
	}
	w.decided(t, "stage1")
	if err := w.Continue(w.task, by); err != nil {
		t.Error(err)
	}
	w.deliver(t)
	if diff := cmp.Diff([]string{"planning stage2"}, w.todo("b")); diff != "" || w.todo("a") != nil {
		t.Error(diff, w.todo("a"))
	}
	if len(w.agents["b"].Steps.OfStage("task1", "stage1")) != 1 {
		t.Error("a step that is over is gone")
	}
	w.run(t, "b", "all done")
	if err := w.EndStage(w.task, second, state.Finished, by); err != nil {
		t.Error(err)
	}
	w.decided(t, "stage2")
	if err := w.Continue(w.task, by); err != nil {
		t.Error(err)
	}
	got := fmt.Sprintf("%s %v %q", w.task.Execution, w.task.Group, w.task.Summary.String())
	if got != `finished [] "a: done by a\nb: done by b\nb: all done"` {
		t.Error(got)
	}
	w.deliver(t)
	if raw, err := json.Marshal(w.agents["b"].WorkingOn); string(raw) != "{}" || err != nil {
		t.Errorf("%s, %v", raw, err)
	}
}

// decided lets the manager take its step after a stage.
func (w *world) decided(t *testing.T, stage string) {
	t.Helper()
	manager := w.agents[w.task.Manager()]
	if !syncstate.Decides(w.task, manager) {
		t.Error("the manager is not asked")
	}
	w.deliver(t)
	last := manager.Steps.List[len(manager.Steps.List)-1]
	if last.Executor != "task_manager" || last.Manages != stage || !syncstate.Decides(w.task, manager) {
		t.Errorf("the manager's step is %s, of %q", last.Executor, last.Manages)
	}
	manager.Steps.Pop()
	if syncstate.Decides(w.task, manager) {
		t.Error("the manager is still asked")
	}
}

// run executes an agent's next step, which completes its part of the stage.
func (w *world) run(t *testing.T, agent, summary string) {
	t.Helper()
	a := w.agents[agent]
	id, _ := a.Steps.Pop()
	if err := a.Steps.Start(id); err != nil {
		t.Fatal(err)
	}
	s := a.Steps.Get(id)
	if err := a.Steps.End(id, state.Finished); err != nil {
		t.Fatal(err)
	}
	err := w.Apply(w.newID, syncstate.Output{
		AgentState: &syncstate.AgentState{
			TaskID: s.TaskID, StageID: s.StageID, AgentID: agent, State: state.PartFinished,
		},
		SharedMessage: &state.SharedMessage{
			TaskID: s.TaskID, AgentID: agent, StageID: s.StageID, Content: text("finished"),
		},
		Completion: &syncstate.Completion{TaskID: s.TaskID, StageID: s.StageID, AgentID: agent, Summary: text(summary)},
	})
	if err != nil {
		t.Error(err)
	}
}

// Each part applies on its own: an impossible one is reported, and the others still apply.
func TestApplyA7(t *testing.T) {
	w := newWorld(state.Document)
	err := w.Apply(w.newID, syncstate.Output{
		AgentState:    &syncstate.AgentState{TaskID: "x", StageID: "stage1", AgentID: "a", State: state.PartFailed},
		SharedMessage: &state.SharedMessage{TaskID: "task1", AgentID: "a", Content: text("c")},
		Completion:    &syncstate.Completion{TaskID: "task1", StageID: "y", AgentID: "a"},
		Message:       &state.Message{TaskID: "task1", Sender: "a", Receiver: state.To("b", "z"), Text: text("hi")},
		Task:          &syncstate.TaskInstruction{Action: "dance"},
		Agent:         &syncstate.AgentInstruction{Action: "init_new_agent"},
	})
	want := `there is no task "x"
task task1 has no stage "y"
task_instruction: unknown action "dance"
agent_instruction: unknown action "init_new_agent"`
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
	if len(w.task.Pool) != 1 || w.task.Pool[0].TaskID != "" {
		t.Error(w.task.Pool)
	}
	if diff := cmp.Diff([]string{"b: hi | z"}, w.deliver(t)); diff != "" {
		t.Error(diff)
	}
	// a step without a stage has no stage state
	none := syncstate.Output{AgentState: &syncstate.AgentState{TaskID: "task1", StageID: state.StageNone}}
	if err := w.Apply(w.newID, none); err != nil {
		t.Error(err)
	}
}

// A retried stage has failed, and the new one comes next.
func TestRetryStageA7(t *testing.T) {
	w := newWorld(state.Document)
	if err := w.StartStage(w.task, w.task.Stages[0], syncstate.By{}); err != nil {
		t.Fatal(err)
	}
	err := w.Apply(w.newID, syncstate.Output{Task: &syncstate.TaskInstruction{
		AgentID: "a", Action: syncstate.RetryStage, TaskID: "task1", StageID: "stage1", Intention: text("again"),
		Allocation: goals("c"),
	}})
	if err != nil {
		t.Error(err)
	}
	var got []string
	for _, st := range w.task.Stages {
		got = append(got, st.ID+" "+string(st.Execution))
	}
	if diff := cmp.Diff([]string{"stage1 failed", "stage3 init", "stage2 init"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, w.task.Group); diff != "" {
		t.Error(diff)
	}
}

func TestOrdersA7(t *testing.T) {
	w := newWorld(state.Program)
	for _, o := range []syncstate.TaskInstruction{
		{AgentID: "a", Action: syncstate.AddTask, TaskIntention: text("more")},
		{AgentID: "a", Action: syncstate.AddStage, TaskID: "task2", Stages: []syncstate.NewStage{
			{Intention: text("one"), Allocation: goals("b")}, {Intention: text("two"), Allocation: goals("a", "b")},
		}},
		{AgentID: "a", Action: syncstate.FinishTask, TaskID: "task2", Summary: text("over")},
	} {
		if err := w.Apply(w.newID, syncstate.Output{Task: &o}); err != nil {
			t.Error(err)
		}
	}
	keep := func(stage string) string {
		return `<instruction>{"update_working_memory": {"task_id": "task2", "stage_id": ` + stage + `}}</instruction>`
	}
	want := []string{
		"a: " + keep("null"), "b: " + keep(`"stage3"`), "a,b: " + keep(`"stage4"`),
		`a,b: <instruction>{"finish_task": {"task_id": "task2"}}</instruction>`,
	}
	if diff := cmp.Diff(want, w.deliver(t)); diff != "" {
		t.Error(diff)
	}
	if task, _ := w.Tasks.Get("task2"); task.Execution != state.Finished || task.Summary.String() != "over" {
		t.Error(task)
	}
	err := w.Apply(w.newID, syncstate.Output{
		Agent: &syncstate.AgentInstruction{
			Action: syncstate.AddParticipant, TaskID: "task1", Agents: []string{"c", "a"},
		},
		ToolDecision: &syncstate.ToolDecision{TaskID: "task1", StageID: "stage1", AgentID: "b", Tool: "search"},
	})
	if err != nil || !slices.Equal(w.task.Group, []string{"a", "b", "c"}) {
		t.Error(w.task.Group, err)
	}
	w.deliver(t)
	if diff := cmp.Diff([]string{"tool_decision stage1"}, w.todo("b")); diff != "" {
		t.Error(diff)
	}
}

// The program tells the manager when the last agent of a stage has reported the end of its part; for the document, the
// end of the stage does.
func TestCompletionNoticeA7(t *testing.T) {
	for compat, want := range map[state.Compat]int{state.Document: 0, state.Program: 1} {
		w := newWorld(compat)
		for _, id := range []string{"b", "a"} {
			if len(w.task.Queue) > 0 {
				t.Error("too early")
			}
			c := &syncstate.Completion{TaskID: "task1", StageID: "stage1", AgentID: id, Summary: text("it's " + id)}
			if err := w.Apply(w.newID, syncstate.Output{Completion: c}); err != nil {
				t.Error(err)
			}
		}
		if len(w.task.Queue) != want {
			t.Fatalf("%q: %v", compat, w.task.Queue)
		}
		if want == 0 {
			continue
		}
		m := w.task.Queue[0]
		for _, part := range []string{"stage1", `{'a': 'goal of a', 'b': 'goal of b'}`,
			`{'b': "it's b", 'a': "it's a"}`} {
			if !strings.Contains(m.Text.String(), part) {
				t.Errorf("%s does not say %s", m.Text, part)
			}
		}
		if m.StageRelative != "stage1" || !slices.Equal(m.Receiver.IDs(compat), []string{"a"}) {
			t.Error(m)
		}
	}
}
