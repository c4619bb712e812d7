package mas

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// executed is a vector of one step executed by a skill, with the model's answer to each request.
type executed = vector[struct {
	Skill   string          `json:"skill"`
	Steps   []*state.Step   `json:"steps"`
	Current int             `json:"current_index"`
	Script  []string        `json:"llm_script"`
	Skills  []string        `json:"skills"`
	Tools   []string        `json:"tools"`
	Memory  json.RawMessage `json:"persistent_memory"`
}, struct {
	Output    map[string]any `json:"execute_output"`
	Raises    string         `json:"raises"`
	FollowUps []string       `json:"follow_up_calls"`
	Calls     int            `json:"llm_calls"`
	Left      *int           `json:"context_messages_left"`
	State     struct {
		Steps   []map[string]any `json:"steps"`
		Todo    []string         `json:"todo"`
		Memory  any              `json:"persistent_memory"`
		Working map[string]any   `json:"working_memory"`
		Locks   []string         `json:"step_lock"`
	} `json:"state"`
}]

// A5: the execution of skills, in the program of the document's time. Where it raises, the step ends
// as its answers say (sequel); what it took without checking is as below.
func TestVectorSeedExecute(t *testing.T) {
	comparison{file: "seed_execute.json", check: checkExecute, rule: seedExecuted}.run(t)
}

// A5: the execution of skills. In three places the sensible thing is done instead, on both sides (Q, A9): nothing
// raises here, a tool_decision without steps ends the calls of the tool, and executors that stay forbidden cost the
// step.
func TestVectorHeadExecute(t *testing.T) {
	comparison{file: "head_execute.json", check: checkExecute}.run(t)
}

func checkExecute(p *probe, raw json.RawMessage, compat state.Compat) {
	v := into[executed](p, raw)
	a, out, model := execute(p, v, compat)
	compareExecuted(p, v, a, out, model, compat)
}

func compareExecuted(p *probe, v executed, a *agent, out syncstate.Output, model *script, compat state.Compat) {
	same(p, v.Output.Calls, len(model.asked))
	same(p, list(v.Output.FollowUps), list(model.followUps()))
	switch {
	case v.Output.Raises != "":
		v = sequelOf(v, compat).of(p, v, compat)
	case stops(v):
		v = ended(v)
	case staysForbidden(v):
		v = refused(p, v, compat)
	}
	compareOutput(p, v, out)
	compareState(p, v, a, compat)
	if v.Output.Left != nil {
		same(p, *v.Output.Left, a.left())
	}
}

// stops reports whether a tool_decision ends the calls of the tool.
func stops(v executed) bool {
	content, _ := syncstate.Last(v.Input.Script[0], syncstate.ToolDecisionTag)
	return v.Input.Skill == toolDecision && slices.Contains([]string{"", "[]"}, content)
}

// ended returns a vector whose tool_decision has not failed: all else stays.
func ended(v executed) executed {
	for key, word := range map[string]string{"update_stage_agent_state": "state", "send_shared_info": "content"} {
		if part, ok := v.Output.Output[key].(map[string]any); ok {
			text, _ := part[word].(string)
			part[word] = strings.Replace(text, string(state.Failed), map[string]string{
				"state": string(state.PartWorking), "content": string(state.Finished),
			}[word], 1)
		}
	}
	step := v.Output.State.Steps[v.Input.Current]
	step["execution_state"], step["execute_result"] = state.Finished, map[string]any{"tool_decision": []any{}}
	left := 0
	v.Output.Left = &left
	return v
}

// staysForbidden reports whether the last plan too names forbidden executors.
func staysForbidden(v executed) bool {
	sk, _ := skillOf(v.Input.Skill)
	raw, err := syncstate.ValueIn(state.Program, v.Input.Script[len(v.Input.Script)-1], sk.tag)
	plans, why := decode[[]planned](raw)
	return sk.plans && err == nil && why == nil && slices.ContainsFunc(plans, func(p planned) bool {
		return p.Type == state.TypeSkill && !slices.Contains(v.Input.Skills, p.Executor) ||
			p.Type == state.TypeTool && !slices.Contains(v.Input.Tools, p.Executor)
	})
}

// refused returns a vector whose step has failed: nothing was added, and nothing was remembered.
func refused(p *probe, v executed, compat state.Compat) executed {
	for key, part := range v.Output.Output {
		part, _ := part.(map[string]any)
		if key == "update_stage_agent_state" {
			part["state"] = state.PartFailed
		} else if text, ok := part["content"].(string); ok {
			part["content"] = strings.Replace(text, string(state.Finished), string(state.Failed), 1)
		}
	}
	n := len(v.Input.Steps)
	if len(v.Output.State.Steps) < n {
		p.Fatalf("there are %d steps, fewer than before", len(v.Output.State.Steps))
	}
	v.Output.State.Steps, v.Output.State.Working = v.Output.State.Steps[:n], nil
	step := v.Output.State.Steps[v.Input.Current]
	step["execution_state"], step["execute_result"] = state.Failed, map[string]any{}
	if compat == state.Program {
		step["execute_result"] = map[string]any{"llm_response": v.Input.Script[len(v.Input.Script)-1]}
	}
	known := map[string]bool{}
	for _, s := range v.Output.State.Steps {
		known[s["step_id"].(string)] = true
	}
	v.Output.State.Todo = slices.DeleteFunc(v.Output.State.Todo, func(id string) bool { return !known[id] })
	v.Output.State.Memory, v.Output.Left = "", nil
	if compat == state.Program {
		v.Output.State.Memory = map[string]any{}
	}
	if len(v.Input.Memory) > 0 {
		v.Output.State.Memory = plain(p, v.Input.Memory)
	}
	return v
}

// script is a model that gives one answer after the other.
type script struct {
	answers []string
	asked   []pipeline.Request
}

func (s *script) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	s.asked = append(s.asked, req)
	return pipeline.Response{Content: s.answers[min(len(s.asked), len(s.answers))-1]}, nil
}

// followUps returns the last messages of all requests but the first.
func (s *script) followUps() []string {
	var all []string
	for _, req := range s.asked[min(1, len(s.asked)):] {
		all = append(all, req.Messages[len(req.Messages)-1].Content())
	}
	return all
}

// left returns the number of messages in the agent's context.
func (a *agent) left() int {
	if len(a.talk.rounds) == 0 {
		return 0
	}
	return len(a.talk.before())
}

// execute executes the step of a vector.
func execute(p *probe, v executed, compat state.Compat) (*agent, syncstate.Output, *script) {
	sys, err := New()
	if err != nil {
		p.Fatalf("%v", err)
	}
	model := &script{answers: v.Input.Script}
	start := time.Date(2025, 6, 13, 10, 30, 1, 0, time.UTC)
	env := &pipeline.Env{Model: model, Stages: sys.Stages()}
	newID := counter()
	text := func(s string) state.Text { return state.TextOf(code, s) }
	a := &agent{place: pipeline.NewRuntime(env, start).At("agent", "0001"), newID: newID, Agent: state.Agent{
		ID: "0001", Name: text("Ada"), Role: text("analyst"), Profile: text("reads contracts"),
		Skills: v.Input.Skills, Tools: v.Input.Tools, Steps: state.AgentStep{AgentID: "0001", Compat: compat},
	}}
	if compat == state.Program {
		a.Memory = state.MemoryDict(state.Map[state.Text]{})
	}
	if len(v.Input.Memory) > 0 {
		a.Memory = into[state.Memory](p, v.Input.Memory)
	}
	for _, s := range v.Input.Steps {
		s.TaskID, s.StageID, s.AgentID, s.ID = "t1", "g1", a.ID, newID("step")
		if s.Execution == "" {
			s.Execution = state.Init
		}
		a.Steps.Add(s)
	}
	current := v.Input.Steps[v.Input.Current].ID
	isCurrent := func(id string) bool { return id == current }
	a.Steps.Todo = append([]string{current}, slices.DeleteFunc(a.Steps.Todo, isCurrent)...)
	sync := &syncstate.Sync{Compat: compat}
	task := state.NewTask(func(string) string { return "t1" }, state.Text{}, a.ID)
	task.NewStage(func(string) string { return "g1" }, state.Text{}, state.Map[state.Text]{})
	sync.AddTask(task)
	base := setting{prompts: sys.Loaded(), guides: configured(v), compat: compat, tasks: tasks{sync}}
	made, err := a.execute(context.Background(), newRouter(base, nil))
	if err != nil {
		p.Fatalf("%v", err)
	}
	a.last = made
	return a, made.output, model
}

// configured returns guides for all skills and tools of a vector.
func configured(v executed) message.Guides {
	said := code.Of("…")
	guide := message.Guide{Description: &said, Prompt: &said, Format: &said}
	g := message.Guides{Skills: map[string]message.Guide{}, Tools: map[string]message.Guide{}}
	for _, name := range append(skillsOf(state.Program), v.Input.Skills...) {
		g.Skills[name] = guide
	}
	for _, name := range append([]string{"search"}, v.Input.Tools...) {
		g.Tools[name] = guide
	}
	return g
}

// compareOutput compares the step's effects on others. A field that a vector lacks is null here, or the task_id, which
// is always set.
func compareOutput(p *probe, v executed, out syncstate.Output) {
	got := plain(p, out).(map[string]any)
	for key, part := range got {
		want, _ := v.Output.Output[key].(map[string]any)
		maps.DeleteFunc(part.(map[string]any), func(name string, value any) bool {
			_, has := want[name]
			return !has && (value == nil || name == "task_id" && key == "send_shared_message")
		})
	}
	same(p, v.Output.Output, got)
}

// compareState compares the agent's state afterwards.
func compareState(p *probe, v executed, a *agent, compat state.Compat) {
	var steps []map[string]any
	for i, s := range a.Steps.List {
		got := plain(p, s).(map[string]any)
		if i < len(v.Output.State.Steps) {
			maps.DeleteFunc(got, func(key string, _ any) bool { return v.Output.State.Steps[i][key] == nil })
		}
		steps = append(steps, got)
	}
	same(p, v.Output.State.Steps, steps)
	same(p, list(v.Output.State.Todo), list(a.Steps.Todo))
	same(p, values(v.Output.State.Memory), values(plain(p, a.Memory)))
	same(p, lists(v.Output.State.Working), lists(plain(p, a.WorkingOn).(map[string]any)))
	same(p, list(v.Output.State.Locks), list(a.Locks))
}

// values returns the texts of a memory: their times are those of another clock.
func values(memory any) any {
	if entries, ok := memory.(map[string]any); ok {
		return slices.Sorted(func(yield func(string) bool) {
			for _, v := range entries {
				if !yield(v.(string)) {
					return
				}
			}
		})
	}
	return memory
}

// lists returns the non-empty lists of ids of a working memory by task and stage.
func lists(working map[string]any) map[string]any {
	all := map[string]any{}
	for task, stages := range working {
		for stage, ids := range stages.(map[string]any) {
			if len(ids.([]any)) > 0 {
				all[task+" "+strings.TrimPrefix(stage, "tuple:")] = ids
			}
		}
	}
	return all
}
