package mas

import (
	"cmp"
	"errors"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// stepOps are operations on an agent's steps: a name and its arguments.
type stepOps = vector[[][]string, struct {
	StepList []string          `json:"step_list"`
	Todo     []string          `json:"todo"`
	IDs      map[string]string `json:"ids"`
	Popped   []*string         `json:"popped"`
	Raises   string            `json:"raises"`
}]

func TestVectorHeadAgentStep(t *testing.T) {
	for _, v := range vectors[stepOps](t, "head_agent_step.json") {
		t.Run(v.ID, func(t *testing.T) {
			steps := &state.AgentStep{Compat: state.Head}
			got, newID := v.Output, counter()
			got.StepList, got.Todo, got.IDs, got.Popped = []string{}, []string{}, map[string]string{}, []*string{}
			var err error
			for _, op := range v.Input {
				err = errors.Join(err, operate(t, steps, newID, &got.Popped, op))
			}
			if (v.Output.Raises != "") != (err != nil) {
				t.Fatalf("%v, want %q", err, v.Output.Raises)
			}
			if err != nil {
				return
			}
			for _, s := range steps.List {
				got.StepList = append(got.StepList, s.Intention.String())
				got.IDs[s.ID] = s.Intention.String()
			}
			got.Todo = append(got.Todo, steps.Todo...)
			same(t, v.Output, got)
		})
	}
}

func operate(t *testing.T, steps *state.AgentStep, newID state.NewID, popped *[]*string, op []string) error {
	t.Helper()
	arg := func(n int, otherwise string) string {
		if n < len(op) {
			return cmp.Or(op[n], otherwise)
		}
		return otherwise
	}
	switch op[0] {
	case "add", "add_next":
		s := &state.Step{
			ID: newID("step"), Intention: state.TextOf(pipeline.TextSource{}, arg(1, "")),
			StageID: arg(2, "g"), TaskID: arg(3, "t"), Execution: state.Execution(arg(4, "init")),
		}
		if op[0] == "add_next" {
			return steps.Insert(s)
		}
		steps.Add(s)
	case "pop":
		id, ok := steps.Pop()
		if !ok {
			return errors.New("nothing to do")
		}
		*popped = append(*popped, &id)
	case "remove_step", "remove":
		steps.Remove(arg(1, ""))
	case "remove_stage":
		steps.RemoveStage(arg(1, ""))
	case "remove_task":
		steps.RemoveTask(arg(1, ""))
	default:
		t.Fatalf("unknown operation %q", op)
	}
	return nil
}
