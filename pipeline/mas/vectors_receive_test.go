package mas

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// received is a vector of messages to an agent that has steps and locks.
type received = vector[struct {
	Agent    string   `json:"agent"`
	Before   []string `json:"pre_steps"`
	Locks    []string `json:"step_lock"`
	Messages []raw    `json:"messages"`
	Stage    struct {
		Intention  state.Text            `json:"intention"`
		Allocation state.Map[state.Text] `json:"allocation"`
	} `json:"stage"`
}, struct {
	Outcomes []outcome      `json:"outcomes"`
	Steps    []receivedStep `json:"steps"`
	Todo     []*string      `json:"todo_intents"`
	Locks    []string       `json:"step_lock"`
	Working  raw            `json:"working_memory"`
}]

type receivedStep struct {
	Executor  string          `json:"executor"`
	Type      string          `json:"type"`
	StageID   string          `json:"stage_id"`
	Intention string          `json:"step_intention"`
	Text      string          `json:"text_content"`
	Execution state.Execution `json:"execution_state"`
}

func TestVectorHeadReceive(t *testing.T) {
	comparison{file: "head_receive.json", check: func(p *probe, raw json.RawMessage, compat state.Compat) {
		testReceive(p, into[received](p, raw), compat)
	}}.run(t)
}

func testReceive(p *probe, v received, compat state.Compat) {
	newID, code := counter(), pipeline.TextSource{}
	s := &syncstate.Sync{Compat: compat}
	task := state.NewTask(newID, state.Text{}, v.Input.Agent)
	s.AddTask(task)
	stage := task.NewStage(newID, v.Input.Stage.Intention, v.Input.Stage.Allocation)
	a := &state.Agent{ID: v.Input.Agent, Locks: v.Input.Locks, Steps: state.AgentStep{Compat: compat}}
	for _, intention := range v.Input.Before {
		a.AddStep(&state.Step{
			ID: newID("step"), TaskID: task.ID, StageID: stage.ID, AgentID: a.ID, Execution: state.Init,
			Intention: state.TextOf(code, intention), Text: state.TextOf(code, "pre"),
			Type: state.TypeSkill, Executor: "think",
		})
	}
	placed := strings.NewReplacer("$TASK", task.ID, "$STAGE", stage.ID)
	for i, message := range v.Input.Messages {
		m := into[state.Message](p, []byte(placed.Replace(string(message))))
		if err := s.Receive(newID, a, m); (err == nil) != v.Output.Outcomes[i].ok() {
			p.Fatalf("%v, want %q", err, v.Output.Outcomes[i])
		}
		if !v.Output.Outcomes[i].ok() && m.Returns == nil {
			return // the program broke off in the middle of the message
		}
	}
	same(p, ownProse(v.Output.Steps), ownProse(steps(a.Steps.List)))
	same(p, v.Output.Locks, list(a.Locks))
	same(p, v.Output.Working, a.WorkingOn)
	if !toolDecided(v.Output.Steps) {
		same(p, v.Output.Todo, todo(&a.Steps))
	}
}

func steps(all []*state.Step) []receivedStep {
	got := []receivedStep{}
	for _, s := range all {
		got = append(got, receivedStep{
			s.Executor, s.Type, s.StageID, s.Intention.String(), s.Text.String(), s.Execution,
		})
	}
	return got
}

// todo returns the intentions of the steps in the queue; nil for a removed one, which the program leaves there (Q).
func todo(a *state.AgentStep) []*string {
	all := []*string{}
	for _, id := range a.Todo {
		var intention *string
		if s := a.Get(id); s != nil {
			text := s.Intention.String()
			intention = &text
		}
		all = append(all, intention)
	}
	return all
}

// ownProse removes the text of a tool_decision step, except the tool's name: the wording is the project's own.
func ownProse(steps []receivedStep) []receivedStep {
	for i := range steps {
		if s := &steps[i]; s.Executor == "tool_decision" {
			_, s.Text, _ = strings.Cut(s.Text, "<tool_name>")
			s.Intention = ""
		}
	}
	return steps
}

func toolDecided(steps []receivedStep) bool {
	for _, s := range steps {
		if s.Executor == "tool_decision" {
			return true
		}
	}
	return false
}
