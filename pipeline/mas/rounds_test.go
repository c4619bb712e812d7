package mas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// said is a model that answers by the path of a call, with the first matching pattern; it keeps its requests.
type said struct {
	answers [][2]string // pattern, answer; "2s answer" takes two seconds
	mu      sync.Mutex
	asked   map[string]pipeline.Request
	yields  func() // before each answer
}

func (s *said) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	if s.yields != nil {
		s.yields()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == nil {
		s.asked = map[string]pipeline.Request{}
	}
	s.asked[req.Path] = req
	for _, a := range s.answers {
		if ok, err := path.Match(a[0], req.Path); err != nil || !ok {
			continue
		}
		resp := pipeline.Response{Content: a[1]}
		if first, rest, _ := strings.Cut(a[1], " "); strings.HasSuffix(first, "s") {
			if d, err := time.ParseDuration(first); err == nil {
				resp = pipeline.Response{Content: rest, Takes: d}
			}
		}
		return resp, nil
	}
	return pipeline.Response{}, fmt.Errorf("no answer for %s", req.Path)
}

// played is a conversation: the outcome of each turn, and the log.
type played struct {
	outcomes []pipeline.Outcome
	log      []pipeline.Entry
}

// trace returns the log as text.
func (p played) trace() string {
	var b strings.Builder
	for _, e := range p.log {
		fmt.Fprintln(&b, e.Kind, e.Path, e.Stage, e.At.Format("04:05"), e.Depth, string(e.Value))
	}
	return b.String()
}

// find reports whether the log contains a text.
func (p played) find(says string) bool { return strings.Contains(p.trace(), says) }

// play opens a conversation and takes turns of a block each.
func play(t *testing.T, b *Block, m pipeline.Model, turns ...*TurnBlock) played {
	t.Helper()
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	c, err := sys.Open(pipeline.Case{Block: b})
	if err != nil {
		t.Fatal(err)
	}
	root := pipeline.NewRuntime(&pipeline.Env{Model: m, Stages: sys.Stages()}, time.Unix(0, 0).UTC())
	var p played
	for i, block := range turns {
		rt := root.At(fmt.Sprintf("turn-%d", i+1), "")
		out, err := c.Turn(t.Context(), rt, pipeline.Input{Kind: pipeline.UserMessage, Text: "好。", Block: block})
		if err := errors.Join(append(root.Errs(), err)...); err != nil {
			t.Fatal(err)
		}
		p.outcomes = append(p.outcomes, out)
		root.After(rt.Latest())
	}
	p.log = root.Log()
	return p
}

var note = &TurnBlock{NeedReply: new(bool)}

// plans returns a plan of skills.
func plans(skills ...string) string {
	var all []string
	for _, name := range skills {
		all = append(all, `{"step_intention":"`+name+`","type":"skill","executor":"`+name+`","text_content":"…"}`)
	}
	return "<planned_step>[" + strings.Join(all, ",") + "]</planned_step>" + noMemory
}

func letterTo(to, stage string, reply bool) string {
	return fmt.Sprintf(`<send_message>{"sender_id":"a","receiver":["%s"],"message":"…","stage_relative":"%s",`+
		`"need_reply":%t}</send_message>`, to, stage, reply)
}

const (
	taken  = "<process_message>…</process_message>"
	goesOn = `<task_instruction>{"action": "finish_stage"}</task_instruction>`
)

// Four agents that write to each other give one trace, however long each takes and whichever runs first.
func TestRoundsGiveOneTraceA0(t *testing.T) {
	ids := []string{"a", "b", "c", "d"}
	b := &Block{Tasks: []Task{{Stages: []Stage{{Intention: "…", Goals: map[string]string{}}, {
		Intention: "…", Goals: map[string]string{"a": "…"},
	}}}}}
	var answers [][2]string
	for i, id := range ids {
		b.Team = append(b.Team, Member{ID: id})
		b.Tasks[0].Stages[0].Goals[id] = "…"
		answers = append(answers, [2]string{"turn-1/agent:" + id + "/step:?/send_message",
			fmt.Sprintf("%ds %s", (i*7)%4, letterTo(ids[(i+1)%4], "stage-1", false))})
	}
	answers = append(answers, [][2]string{
		{"*/*/*/planning", plans("send_message", "think", "summary")},
		{"*/agent:b/*/think", "5s <_think>…</_think>"}, {"*/*/*/think", "<_think>…</_think>"},
		{"*/*/*/summary", "<summary>…</summary>"}, {"*/*/*/process_message", "1s " + taken},
		{"*/*/*/task_manager", goesOn},
	}...)
	var want string
	for n := range 20 {
		m := &said{answers: answers, yields: func() {
			for range rand.IntN(20) {
				runtime.Gosched()
			}
		}}
		got := play(t, b, m, note)
		if n == 0 {
			want = got.trace()
			if !got.find(`"state":"finished"`) || strings.Count(want, "call ") < 20 {
				t.Fatalf("the team has not done its work:\n%s", want)
			}
		}
		if d := cmp.Diff(want, got.trace()); d != "" {
			t.Fatalf("run %d (-first +this):\n%s", n, d)
		}
	}
}

// A stage waits only for its own messages.
func TestStageWaitsForItsMessagesA0(t *testing.T) {
	for _, tt := range []struct {
		stage string
		waits bool
	}{{"stage-1", true}, {"no_relative", false}} {
		t.Run(tt.stage, func(t *testing.T) {
			goals := func(id string) map[string]string { return map[string]string{id: "…"} }
			b := &Block{Team: []Member{{ID: "a"}, {ID: "b"}}, Tasks: []Task{{Stages: []Stage{
				{Intention: "…", Goals: goals("a")}, {Intention: "…", Goals: goals("a")},
			}}}}
			got := play(t, b, &said{answers: [][2]string{
				{"turn-1/agent:a/step:1/*", taken},
				{"turn-1/agent:a/step:2/planning", plans("send_message", "summary")},
				{"turn-1/agent:a/step:3/*", letterTo("b", tt.stage, true)},
				{"turn-1/agent:a/step:4/*", "<summary>…</summary>"},
				{"turn-1/agent:b/step:1/*", "9s " + letterTo("a", tt.stage, false)},
				{"*/*/*/process_message", taken}, {"*/*/*/planning", plans("summary")},
				{"*/*/*/summary", "<summary>…</summary>"}, {"*/*/*/task_manager", goesOn},
			}}, note)
			const early = `stage 00:00 4 {"stage":"stage-1","state":"finished"` // in the round of its summary
			if got.find(early) == tt.waits {
				t.Errorf("the stage ends at the wrong time:\n%s", got.trace())
			}
		})
	}
}

// A message after nine seconds moves its receiver's clock on to that time.
func TestMessageMovesItsReceiverOnA7(t *testing.T) {
	b := &Block{Team: []Member{{ID: "a"}, {ID: "b"}}}
	got := play(t, b, &said{answers: [][2]string{
		{"turn-1/agent:a/*/*", "9s " + letterTo("b", "no_relative", false)}, {"turn-1/agent:b/*/*", taken},
	}}, &TurnBlock{})
	if !got.find("call turn-1/agent:b/step:1/process_message process_message 00:09") {
		t.Errorf("the receiver has not gone on after the message:\n%s", got.trace())
	}
}

// Program: an agent that waits for an answer is left out of the rounds until that comes.
func TestWaitingAgentIsLeftOutA7(t *testing.T) {
	b := &Block{Compat: state.Program, Team: []Member{{ID: "a"}, {ID: "b"}}}
	b.Tasks = []Task{{Stages: []Stage{{Intention: "…", Goals: map[string]string{"a": "…"}}}}}
	ask := `<send_message>{"receiver":["b"],"message":"?","stage_relative":"stage-1","need_reply":true,"waiting":true}</send_message>`
	nothing := "<persistent_memory>[]</persistent_memory>"
	m := &said{answers: [][2]string{
		{"turn-1/agent:a/step:1/*", taken},
		{"turn-1/agent:a/step:2/*", strings.ReplaceAll(plans("send_message", "think"), noMemory, nothing)},
		{"turn-1/agent:a/step:3/*", ask}, {"turn-1/agent:a/step:4/process_message", taken},
		{"*/*/*/think", "<_think>…</_think>"},
		{"turn-1/agent:b/*/*", letterTo("a", "stage-1", false)},
	}}
	got := play(t, b, m, note)
	if !got.find("call turn-1/agent:a/step:4/process_message") || !got.find("call turn-1/agent:a/step:5/think") {
		t.Errorf("the answer does not come before what was planned:\n%s", got.trace())
	}
	asked := m.asked["turn-1/agent:b/step:1/send_message"]
	if !strings.Contains(asked.Messages[1].Content(), "lock:turn-1/agent:a") {
		t.Error("the receiver is not told under which id the sender waits")
	}
}

// Failures precede the agent's next prompt until one of its steps succeeds, in one line without the model's text.
func TestFailedStepsStandInContextA5(t *testing.T) {
	b := &Block{Team: []Member{{ID: "a"}}}
	b.Tasks = []Task{{Stages: []Stage{{Intention: "…", Goals: map[string]string{"a": "…"}}}}}
	m := &said{answers: [][2]string{
		{"turn-1/agent:a/step:1/*", taken}, {"turn-1/agent:a/step:2/*", plans("think", "quick_think", "summary")},
		{"turn-1/agent:a/step:3/*", "HOSTILE"}, {"turn-1/agent:a/step:4/*", "<quick_think>…</quick_think>"},
		{"turn-1/agent:a/step:5/*", "<summary>…</summary>"}, {"*/*/*/task_manager", goesOn},
	}}
	play(t, b, m, note)
	behind, after := m.asked["turn-1/agent:a/step:4/quick_think"], m.asked["turn-1/agent:a/step:5/summary"]
	if n := len(behind.Messages); n != 4 || behind.Messages[0].Role != pipeline.RoleAssistant ||
		!strings.Contains(behind.Messages[2].Content(), "malformed") {
		t.Errorf("behind a failed step there are %d messages: %+v", n, behind.Messages)
	}
	if n := len(after.Messages); n != 2 {
		t.Errorf("behind a success there are %d messages", n)
	}
	for path, req := range m.asked {
		for _, message := range req.Messages {
			if strings.Contains(message.Content(), "HOSTILE") {
				t.Errorf("%s shows what was refused", path)
			}
		}
	}
}

// An agent that never finishes is stopped after its rounds, and the next turn continues from there.
func TestRoundsAreBoundedA0(t *testing.T) {
	b := &Block{Team: []Member{{ID: "a"}}, Limits: Limits{Rounds: 5}}
	got := play(t, b, &said{answers: [][2]string{{"*/*/*/*", letterTo("a", "no_relative", true)}}},
		&TurnBlock{}, note)
	if got.outcomes[0].Status != pipeline.StatusFailed || !got.find("fallback turn-1 sync") {
		t.Errorf("%+v\n%s", got.outcomes[0], got.trace())
	}
	if n := strings.Count(got.trace(), "call turn-2/"); n != 5 {
		t.Errorf("the second turn has %d steps, want 5", n)
	}
}

// The end dissolves groups; unfinished work has failed.
func TestEndDissolvesA0(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	b := &Block{Team: []Member{{ID: "a"}}}
	b.Tasks = []Task{{Stages: []Stage{{Intention: "…", Goals: map[string]string{"a": "…"}}}}}
	c, err := sys.Open(pipeline.Case{Block: b})
	if err != nil {
		t.Fatal(err)
	}
	rt := pipeline.NewRuntime(&pipeline.Env{Stages: sys.Stages()}, time.Unix(0, 0))
	out, err := c.Turn(t.Context(), rt, pipeline.Input{Kind: pipeline.End})
	if err != nil || len(out.Replies) > 0 {
		t.Fatal(out, err)
	}
	var got shownState
	if err := json.Unmarshal(out.State.(json.RawMessage), &got); err != nil {
		t.Fatal(err)
	}
	task := got.Tasks["task-1"]
	if task.State != "failed" || len(task.Group) > 0 || task.Stages["stage-1"].State != "failed" {
		t.Errorf("%+v", task)
	}
}

// A message belongs to its task: the prompts of another one do not show it. Of a talk without end the last steps are
// shown, and the prompt says how many are not.
func TestHistoriesAreByTaskA3(t *testing.T) {
	b := &Block{Team: []Member{{ID: "a"}}, Tasks: []Task{{ID: "secret"}, {ID: "open"}}}
	m := &said{answers: [][2]string{{"turn-1/*/*/*", "<process_message>1234</process_message>"}, {"*/*/*/*", taken}}}
	turns := []*TurnBlock{{Task: "secret", NeedReply: new(bool)}}
	for range 25 {
		turns = append(turns, &TurnBlock{Task: "open", NeedReply: new(bool)})
	}
	play(t, b, m, turns...)
	for path, req := range m.asked {
		if strings.Contains(req.Messages[1].Content(), "1234") {
			t.Errorf("%s shows a message of another task", path)
		}
	}
	last := m.asked["turn-26/agent:a/step:1/process_message"].Messages[1].Content()
	for _, want := range []string{"（更早的 5 步从略）:", "[step 6]**", "[step 25]**", "（共 20 步，已执行 19 步，"} {
		if !strings.Contains(last, want) {
			t.Errorf("no %q in\n%s", want, last)
		}
	}
	if strings.Contains(last, "[step 5]**") {
		t.Error("the history has no bound")
	}
}

// Who writes is the agent, whatever the answer says; another name is an event. The document asks for the name, and an
// answer without it is refused; the program does not read it.
func TestSenderIsTheAgentA7(t *testing.T) {
	for _, tt := range []struct {
		name   string
		compat state.Compat
		kind   string
		forged bool
	}{
		{"a", state.Document, pipeline.ReplyAnswer, false}, {"boss", state.Document, pipeline.ReplyAnswer, true},
		{"", state.Document, pipeline.ReplyError, false}, {"", state.Program, pipeline.ReplyAnswer, false},
	} {
		b := &Block{Team: []Member{{ID: "a"}}, Compat: tt.compat}
		answer := strings.Replace(letterTo("user", "no_relative", false), `"a"`, `"`+tt.name+`"`, 1)
		got := play(t, b, &said{answers: [][2]string{{"*/*/*/*", answer}}}, &TurnBlock{})
		if r := got.outcomes[0].Replies[0]; got.find(`cannot write as boss`) != tt.forged || r.Kind != tt.kind ||
			(r.Kind == pipeline.ReplyAnswer) != (r.Path == "turn-1/agent:a/step:1") {
			t.Errorf("%q %q: %+v\n%s", tt.name, tt.compat, got.outcomes[0], got.trace())
		}
	}
}

// A step that was mended is not told, one that was not is.
func TestMendedFailuresA7(t *testing.T) {
	for skills, told := range map[string]bool{
		"reflection quick_think summary": false, "reflection summary": true, "quick_think summary": true,
		"reflection quick_think": true, "": true,
	} {
		tm := &team{sync: &syncstate.Sync{}}
		task := state.NewTask(func(string) string { return "t" }, state.Text{}, "a")
		task.NewStage(func(string) string { return "s" }, state.Text{}, state.Map[state.Text]{})
		tm.sync.AddTask(task)
		step := func(executor string, e state.Execution) *state.Step {
			return &state.Step{TaskID: "t", StageID: "s", Executor: executor, Execution: e}
		}
		failed := step("think", state.Failed)
		a := &agent{}
		a.Steps.List = []*state.Step{step("summary", state.Finished), failed}
		for _, name := range strings.Fields(skills) {
			a.Steps.List = append(a.Steps.List, step(name, state.Finished))
		}
		tm.undone = []undone{{"a think", a, failed}}
		if got := tm.stillUndone(); (len(got) > 0) != told {
			t.Errorf("%q: %v", skills, got)
		}
	}
}

// The document shows the form of a message with comments: a suite that repairs answers reads it (A4).
func TestRepairReadsTheDocumentsFormA4(t *testing.T) {
	const form = "<send_message>\n{\n" +
		`    "sender_id": "a",` + "\n" + `    "receiver": ["user"],` + "\n" + `    "message": "第#1项",  # 消息文本` + "\n" +
		`    "stage_relative": "no_relative",  # 是否与任务阶段相关` + "\n" + `    "need_reply": False,  # 需要回复则为True` + "\n}\n" +
		"</send_message>"
	for policy, want := range map[pipeline.Policy]string{pipeline.Mend: "第#1项", pipeline.Strict: ""} {
		sys, err := New()
		if err != nil {
			t.Fatal(err)
		}
		c, err := sys.Open(pipeline.Case{Block: &Block{Team: []Member{{ID: "a"}}}})
		if err != nil {
			t.Fatal(err)
		}
		rt := pipeline.NewRuntime(&pipeline.Env{
			Model: &said{answers: [][2]string{{"*/*/*", form}}}, Stages: sys.Stages(),
			Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Replies: policy} },
		}, time.Unix(0, 0))
		out, err := c.Turn(t.Context(), rt, pipeline.Input{Kind: pipeline.UserMessage, Text: "?"})
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Replies[0]; (got.Kind == pipeline.ReplyAnswer) != (want != "") || want != "" && got.Text != want {
			t.Errorf("%s: %+v", policy, got)
		}
	}
}
