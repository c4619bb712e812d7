package mas

import (
	"cmp"
	"encoding/json"
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
	Popped   []any             `json:"popped"` // an id; of a step that is gone a list of none
	Raises   string            `json:"raises"`
}]

func TestVectorHeadAgentStep(t *testing.T) {
	comparison{file: "head_agent_step.json", check: checkAgentStep}.run(t)
}

func checkAgentStep(p *probe, raw json.RawMessage, compat state.Compat) {
	v := into[stepOps](p, raw)
	steps := &state.AgentStep{Compat: compat}
	got, newID := v.Output, counter()
	got.StepList, got.Todo, got.IDs, got.Popped = []string{}, []string{}, map[string]string{}, []any{}
	var err error
	for _, op := range v.Input {
		err = errors.Join(err, operate(p, steps, newID, &got.Popped, op))
	}
	if (v.Output.Raises != "") != (err != nil) {
		p.Fatalf("%v, want %q", err, v.Output.Raises)
	}
	if err != nil {
		return
	}
	for _, s := range steps.List {
		got.StepList = append(got.StepList, s.Intention.String())
		got.IDs[s.ID] = s.Intention.String()
	}
	got.Todo = append(got.Todo, steps.Todo...)
	same(p, v.Output, got)
}

func operate(p *probe, steps *state.AgentStep, newID state.NewID, popped *[]any, op []string) error {
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
		*popped = append(*popped, stepOrNone(steps, id))
	case "remove_step", "remove":
		steps.Remove(arg(1, ""))
	case "remove_stage":
		steps.RemoveStage(arg(1, ""))
	case "remove_task":
		steps.RemoveTask(arg(1, ""))
	default:
		p.Fatalf("unknown operation %q", op)
	}
	return nil
}

// stepOrNone returns what the program finds under an id that it took from the queue: the step, or a list of none.
func stepOrNone(steps *state.AgentStep, id string) any {
	if steps.Get(id) == nil {
		return []any{nil}
	}
	return id
}
