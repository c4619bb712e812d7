package mas

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// fullAnswers are answers in which each skill has all its keys.
var fullAnswers = map[string][]string{
	planning:     {fullSteps},
	reflection:   {fullSteps},
	decision:     {fullSteps},
	toolDecision: {fullSteps},
	sendMessage: {`{"sender_id": "a", "receiver": ["b"], "message": "好", "stage_relative": "s", "need_reply": true,
		"waiting": true}`},
	taskManager: {
		`{"action": "add_task", "task_intention": "做"}`,
		`{"action": "add_stage", "task_id": "t", "stages": [{"stage_intention": "做", "agent_allocation": {"b": "做"}}]}`,
		`{"action": "finish_stage", "task_id": "t", "stage_id": "s"}`,
		`{"action": "retry_stage", "stage_id": "s", "new_stage_intention": "再做", "new_agent_allocation": {"b": "做"}}`,
		`{"action": "finish_task", "summary": "做完"}`,
	},
	agentManager: {`{"action": "add_task_participant", "task_id": "t", "agents": ["b"]}`},
	askInfo:      {`{"type": "stage_info", "task_id": "t", "stage_id": "s"}`},
}

const fullSteps = `[{"step_intention": "想", "type": "skill", "executor": "think", "text_content": "做"}]`

// Every key that a skill's prompt asks for is read: another value of it makes another answer. And every key that is
// read is asked for. The schemas of the stages name the same ones.
func TestKeysOfAnswersA4(t *testing.T) {
	for skill, answers := range fullAnswers {
		for _, compat := range []state.Compat{state.Document, state.Program} {
			if sk, _ := skillOf(skill); sk.program && compat == state.Document {
				continue
			}
			read := map[string]bool{}
			for _, answer := range answers {
				keysRead(t, newReader(t, skill, compat), answer, read)
			}
			asked := keysAsked(t, skill, compat)
			if d := cmp.Diff(asked, slices.Sorted(maps.Keys(read))); d != "" && !onlySender(asked, read, compat) {
				t.Errorf("%s %q (-asked for +read):\n%s", skill, compat, d)
			}
			sk, _ := skillOf(skill)
			for _, key := range asked {
				if !strings.Contains(sk.schema(), `"`+key+`": {`) && key != "waiting" {
					t.Errorf("%s: the schema of its answers has no %q", skill, key)
				}
			}
		}
	}
}

// onlySender reports whether the program asks for the sender's id alone, and does not read it: the sender is the agent.
func onlySender(asked []string, read map[string]bool, compat state.Compat) bool {
	left := slices.DeleteFunc(slices.Clone(asked), func(key string) bool { return key == "sender_id" })
	return compat == state.Program && cmp.Equal(left, slices.Sorted(maps.Keys(read)))
}

var keyNamed = [2]*regexp.Regexp{
	regexp.MustCompile(`"([a-z_]+)": `),                    // in an example
	regexp.MustCompile(`([a-z_]+)（(?:字符串|列表|对象|[^）]*写法同)`), // in a rule
}

// keysAsked returns the keys of which a skill's rules and format of answers tell, sorted; not those of another tag.
func keysAsked(t *testing.T, skill string, compat state.Compat) []string {
	t.Helper()
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	step := &state.Step{StageID: "s", Type: state.TypeSkill, Executor: skill}
	a := &state.Agent{Steps: state.AgentStep{List: []*state.Step{step}, Compat: compat}}
	all, err := sys.Loaded().Build(message.View{Agent: a, Step: step, Compat: compat})
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(all[0].Content(), "**"+skill+" 的规则**")
	text, _, _ = strings.Cut(text, "\n# ")
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "<get_more_info>") {
			lines = append(lines, line)
		}
	}
	keys := map[string]bool{}
	for _, re := range keyNamed {
		for _, m := range re.FindAllStringSubmatch(strings.Join(lines, ""), -1) {
			keys[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// newReader returns a use of a skill by agent a, who manages task t with stage s.
func newReader(t *testing.T, skill string, compat state.Compat) *use {
	t.Helper()
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	sync := &syncstate.Sync{Compat: compat}
	named := func(id string) state.NewID { return func(string) string { return id } }
	task := state.NewTask(named("t"), state.Text{}, "a")
	task.NewStage(named("s"), state.Text{}, state.Map[state.Text]{}).Execution = state.Running
	sync.AddTask(task)
	for _, id := range []string{"a", "b"} {
		sync.Team.Set(id, state.Text{})
	}
	sk, _ := skillOf(skill)
	return &use{
		setting: setting{skill: sk, compat: compat, tasks: tasks{sync}, prompts: sys.Loaded()},
		agent:   &agent{Agent: state.Agent{ID: "a"}}, step: &state.Step{TaskID: "t", StageID: "s"},
		rt: pipeline.NewRuntime(&pipeline.Env{Stages: sys.Stages()}, time.Unix(0, 0)),
	}
}

// keysRead adds the keys of an answer that make another one of it if they have another value, or are missing.
func keysRead(t *testing.T, u *use, answer string, read map[string]bool) {
	t.Helper()
	whole, why := u.parse(json.RawMessage(answer))
	if why != nil {
		t.Fatalf("%s %q: %v: %s", u.skill.name, u.compat, why, answer)
	}
	whole.result = state.Value{}
	var v any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatal(err)
	}
	eachKey(v, func(object map[string]any, name string) {
		was := object[name]
		for _, other := range []func(){func() { object[name] = "other" }, func() { object[name] = []any{} },
			func() { object[name] = false }, func() { delete(object, name) }} {
			other()
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			got, why := u.parse(raw)
			got.result = state.Value{}
			read[name] = read[name] || why != nil && why.Reason == pipeline.Schema || !reflect.DeepEqual(whole, got)
		}
		object[name] = was
		if !read[name] {
			delete(read, name)
		}
	})
}

// eachKey visits the keys of a value's objects, except those that are ids of agents.
func eachKey(v any, visit func(object map[string]any, name string)) {
	switch v := v.(type) {
	case []any:
		for _, part := range v {
			eachKey(part, visit)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if visit(v, name); !strings.HasSuffix(name, "allocation") {
				eachKey(v[name], visit)
			}
		}
	}
}
