package syncstate_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// Whatever the orders and their sequence, at most one stage of a task runs, a finished task has no group, and state
// read back from JSON is the same.
func TestLawOneRunningStageA0(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(state.Document)
		stage := rapid.SampledFrom([]string{"stage1", "stage2", "stage3", "nothing"})
		if err := w.StartStage(w.task, w.task.Stages[0], syncstate.By{Sender: "a"}); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 6).Draw(t, "orders") {
			action := rapid.SampledFrom([]string{
				syncstate.AddStage, syncstate.FinishStage, syncstate.RetryStage, syncstate.FinishTask, "dance",
			}).Draw(t, "action")
			_ = w.Apply(w.newID, syncstate.Output{Task: &syncstate.TaskInstruction{
				AgentID: "a", Action: action, TaskID: "task1", StageID: stage.Draw(t, "stage"),
				Stages: []syncstate.NewStage{{Allocation: goals("b")}}, Allocation: goals("a"),
			}})
			if st := w.task.Stage(stage.Draw(t, "end")); st != nil && st.Execution == state.Running {
				_ = w.EndStage(w.task, st, state.Failed, syncstate.By{Sender: "b"})
			}
			checkTask(t, w.task)
		}
		raw, err := json.Marshal(w.Sync)
		if err != nil {
			t.Fatal(err)
		}
		var back syncstate.Sync
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		again, err := json.Marshal(&back)
		if diff := cmp.Diff(string(raw), string(again)); diff != "" || err != nil {
			t.Fatal(err, diff)
		}
	})
}

func checkTask(t *rapid.T, task *state.Task) {
	running := 0
	for _, st := range task.Stages {
		if st.Execution == state.Running {
			running++
		}
	}
	if running > 1 || task.Execution.Over() && (running > 0 || len(task.Group) > 0) {
		t.Fatalf("%s, group %v: %d stages run", task.Execution, task.Group, running)
	}
}
