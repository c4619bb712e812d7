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

// A5: the execution of skills at the seed's time. These are exceptions:
//
//   - task_id is always in a shared message (A9): where the vector has none, ours is not compared.
//   - Where the program raises, nothing raises here (Q): what it has asked until then is compared, and that the step is
//     over.
//   - Executors that are still forbidden in the second answer are taken there, and here they cost the step (A0, A9).
//   - A text_content of nothing is a dict there (Q), and the working memory has a tuple for a key (Q).
func TestVectorSeedExecute(t *testing.T) { testExecute(t, "seed_execute.json", state.SeedCode) }

// A5: the execution of skills in the later program. A tool_decision without steps has failed there, and here it ends
// the calls of the tool (A9, Q); executors that stay forbidden are as in the test above.
func TestVectorHeadExecute(t *testing.T) { testExecute(t, "head_execute.json", state.Head) }

func testExecute(t *testing.T, file string, compat state.Compat) {
	for _, v := range vectors[executed](t, file) {
		t.Run(v.ID, func(t *testing.T) {
			a, out, model := execute(t, v, compat)
			same(t, v.Output.Calls, len(model.asked))
			same(t, list(v.Output.FollowUps), list(model.followUps()))
			step := a.Steps.List[slices.IndexFunc(a.Steps.List, func(s *state.Step) bool { return s == a.last.step })]
			if v.Output.Raises != "" || stops(v) || staysForbidden(v) {
				if !step.Execution.Over() {
					t.Errorf("the step is %s", step.Execution)
				}
				return
			}
			compareOutput(t, v, out)
			compareState(t, v, a, compat)
			if v.Output.Left != nil {
				same(t, *v.Output.Left, a.left())
			}
		})
	}
}

// stops reports whether a tool_decision ends the calls of the tool.
func stops(v executed) bool {
	content, _ := syncstate.Last(v.Input.Script[0], syncstate.ToolDecisionTag)
	return v.Input.Skill == toolDecision && slices.Contains([]string{"", "[]"}, content)
}

// staysForbidden reports whether the last plan too names forbidden executors.
func staysForbidden(v executed) bool {
	sk, _ := skillOf(v.Input.Skill)
	raw, err := syncstate.ValueIn(state.Head, v.Input.Script[len(v.Input.Script)-1], sk.tag)
	plans, why := decode[[]planned](raw)
	return sk.plans && err == nil && why == nil && slices.ContainsFunc(plans, func(p planned) bool {
		return p.Type == state.TypeSkill && !slices.Contains(v.Input.Skills, p.Executor) ||
			p.Type == state.TypeTool && !slices.Contains(v.Input.Tools, p.Executor)
	})
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
func execute(t *testing.T, v executed, compat state.Compat) (*agent, syncstate.Output, *script) {
	t.Helper()
	sys, err := New()
	if err != nil {
		t.Fatal(err)
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
	if compat == state.Head {
		a.Memory = state.MemoryDict(state.Map[state.Text]{})
	}
	if len(v.Input.Memory) > 0 {
		a.Memory = into[state.Memory](t, v.Input.Memory)
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
	base := setting{prompts: sys.Loaded, guides: configured(v), compat: compat, tasks: tasks{sync}}
	made, err := a.execute(t.Context(), newRouter(base, nil))
	if err != nil {
		t.Fatal(err)
	}
	a.last = made
	return a, made.output, model
}

// configured returns guides for all skills and tools of a vector.
func configured(v executed) message.Guides {
	said := code.Of("…")
	guide := message.Guide{Description: &said, Prompt: &said, Format: &said}
	g := message.Guides{Skills: map[string]message.Guide{}, Tools: map[string]message.Guide{}}
	for _, name := range append(skillsOf(state.Head), v.Input.Skills...) {
		g.Skills[name] = guide
	}
	for _, name := range append([]string{"search"}, v.Input.Tools...) {
		g.Tools[name] = guide
	}
	return g
}

// compareOutput compares the step's effects on others. A field that a vector lacks is null here, or the task_id, which
// is always set.
func compareOutput(t *testing.T, v executed, out syncstate.Output) {
	t.Helper()
	got := plain(t, out).(map[string]any)
	for key, part := range got {
		want, _ := v.Output.Output[key].(map[string]any)
		maps.DeleteFunc(part.(map[string]any), func(name string, value any) bool {
			_, has := want[name]
			return !has && (value == nil || name == "task_id" && key == "send_shared_message")
		})
	}
	same(t, v.Output.Output, got)
}

// compareState compares the agent's state afterwards.
func compareState(t *testing.T, v executed, a *agent, compat state.Compat) {
	t.Helper()
	var steps []map[string]any
	for i, s := range a.Steps.List {
		got := plain(t, s).(map[string]any)
		if i < len(v.Output.State.Steps) {
			maps.DeleteFunc(got, func(key string, _ any) bool { return v.Output.State.Steps[i][key] == nil })
		}
		if got["text_content"] == "" && compat == state.SeedCode {
			got["text_content"] = map[string]any{}
		}
		steps = append(steps, got)
	}
	same(t, v.Output.State.Steps, steps)
	queue := list(a.Steps.Todo)
	if compat == state.SeedCode { // the vectors do not pop
		queue = append([]string{a.last.step.ID}, queue...)
	}
	same(t, v.Output.State.Todo, queue)
	same(t, values(v.Output.State.Memory), values(plain(t, a.Memory)))
	same(t, lists(v.Output.State.Working), lists(plain(t, a.WorkingOn).(map[string]any)))
	same(t, list(v.Output.State.Locks), list(a.Locks))
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
