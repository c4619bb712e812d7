package contracttest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// misspelt is a system with one misspelt name: in its declarations, in its requests, or in the outcome of its turns.
type misspelt struct {
	pipeline.System
	stages func([]pipeline.Stage)                                // nil: the system's own list
	first  func(ctx context.Context, rt *pipeline.Runtime) error // runs before each turn; nil: nothing
	ends   func(*pipeline.Outcome)                               // nil: the system's own outcome
}

func (m misspelt) Stages() []pipeline.Stage {
	stages := slices.Clone(m.System.Stages())
	if m.stages != nil {
		m.stages(stages)
	}
	return stages
}

func (m misspelt) Open(c pipeline.Case) (pipeline.Conversation, error) {
	conv, err := m.System.Open(c)
	return misspeltTalk{conv, m}, err
}

type misspeltTalk struct {
	pipeline.Conversation
	misspelt
}

func (m misspeltTalk) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if m.first != nil {
		if err := m.first(ctx, rt); err != nil {
			return pipeline.Outcome{}, err
		}
	}
	out, err := m.Conversation.Turn(ctx, rt, in)
	if m.ends != nil {
		m.ends(&out)
	}
	return out, err
}

// stage changes a system's declaration of one stage.
func stage(name string, change func(*pipeline.Stage)) func([]pipeline.Stage) {
	return func(stages []pipeline.Stage) {
		for i := range stages {
			if stages[i].Name == name {
				change(&stages[i])
			}
		}
	}
}

// small is a project of one case for a system. Its answers name no stage, so that it can be read whatever stages the
// system declares.
func small(system, suite, answers string) fstest.MapFS {
	return fstest.MapFS{
		"suites/s.yaml":                 {Data: []byte("system: " + system + "\n" + suite)},
		"fixtures/conversations/c.yaml": {Data: []byte("turns:\n  - user: Hello.\n    answers:" + answers)},
	}
}

func smallProjects() map[string]fstest.MapFS {
	return map[string]fstest.MapFS{
		"mas": small("mas", "mas: {team: [{id: a, skills: [summary]}], "+
			"tasks: [{stages: [{intention: i, goals: {a: g}}]}]}\n", `
      "**": >-
        <planned_step>[{"type":"skill","executor":"summary"}]</planned_step><persistent_memory>m</persistent_memory>
        <summary>s</summary><send_message>{"sender_id":"a","receiver":["user"],"message":"m",
        "stage_relative":"no_relative","need_reply":false}</send_message>
`),
		"openclaw": small("openclaw", "", `
      "**/main-1": {tool_calls: [{name: read, arguments: {path: notes.txt}}]}
      "**/main-2": Hello.
`),
		"alfred": small("alfred", "", `
      "**": {decision: plan_direct, action: step_complete, steps: [{description: d, step_type: read, subdomain: tasks}]}
`),
		"agens": small("agens", "agens: {job: {start: a, nodes: {a: {objective: o, serving: s}}}}\n", `
      "**": {body: Hello., next: []}
`),
	}
}

// refusal returns the result of a small project's only case.
func refusal(t *testing.T, sys pipeline.System) *result.Result {
	t.Helper()
	p, err := project.Open(smallProjects()[sys.Name()], "")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]pipeline.System{sys.Name(): sys}
	loaded, err := project.Load(t.Context(), p, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got *result.Result
	err = runner.Run(t.Context(), loaded, all, runner.Options{}, func(r *result.Result) error {
		got = r
		return nil
	})
	if err != nil || got == nil {
		t.Fatalf("nothing has run: %v", err)
	}
	return got
}

// An undeclared or unknown name ends the case where it is reported: as an error of the program that lists the known
// ones. Nothing of it is counted under a name of its own.
func TestMisspeltSystemsAreRefused(t *testing.T) {
	asks := func(req pipeline.Request) func(context.Context, *pipeline.Runtime) error {
		return func(ctx context.Context, rt *pipeline.Runtime) error {
			_, err := rt.Chat(ctx, req)
			return err
		}
	}
	for _, tt := range []struct {
		name, system string
		sys          misspelt
		want         string // part of the error
	}{
		{
			"stage of a call", "mas",
			misspelt{stages: stage("send_message", func(s *pipeline.Stage) { s.Name = "sendmessage" })},
			`turn-1/agent:a/step:1/send_message: the system has no stage "send_message"`,
		},
		{
			"stage of a decision", "mas",
			misspelt{stages: stage("dispatch", func(s *pipeline.Stage) { s.Name = "dispach" })},
			`turn-1: decided: the system has no stage "dispatch"`,
		},
		{
			"kind of a decision", "alfred",
			misspelt{first: func(_ context.Context, rt *pipeline.Runtime) error {
				rt.DecidedAs("think", pipeline.DecidesRoute, map[string]string{"action": "plan"})
				return nil
			}},
			`turn-1: decided: the stage think does not decide a route (Stage.Decides lists ["plan"])`,
		},
		{
			"reason of a fallback", "openclaw",
			misspelt{stages: stage("tool", func(s *pipeline.Stage) { s.Reasons = []pipeline.Reason{"tool_eror"} })},
			`turn-1: fallback: the fallback of tool has no reason "tool_error"`,
		},
		{
			"stage of a fallback", "openclaw",
			misspelt{stages: stage("tool", func(s *pipeline.Stage) { s.Name = "tools" })},
			`turn-1: fallback: the system has no stage "tool" (System.Stages lists skills,`,
		},
		{
			"reason of a rejection", "agens",
			misspelt{first: func(ctx context.Context, rt *pipeline.Runtime) error {
				err := asks(pipeline.Request{Stage: "serving"})(ctx, rt)
				rt.Rejected("serving", &pipeline.Failure{Reason: "shema"})
				return err
			}},
			`turn-1: rejected: the fallback of serving has no reason "shema"`,
		},
		{
			"reason of a declaration", "mas",
			misspelt{stages: stage("planning", func(s *pipeline.Stage) { s.Reasons, s.Refuses = s.Reasons[:1], nil })},
			`Request.Declared[0]: the stage planning has no reason "memory_lost"`,
		},
		{
			"variant", "alfred",
			misspelt{stages: stage("act", func(s *pipeline.Stage) { s.Variants = []string{"lo", "medium", "hihg"} })},
			`turn-1/step:1/act-1: the stage act has no variant "low" (Stage.Variants lists ["lo" "medium" "hihg"])`,
		},
		{
			"stage that makes no calls", "alfred",
			misspelt{stages: stage("reply", func(s *pipeline.Stage) { s.Calls = false })},
			`turn-1/reply: the stage reply makes no calls (its Stage.Calls is false)`,
		},
		{
			"role", "agens",
			misspelt{first: asks(pipeline.Request{
				Stage: "serving", Messages: []pipeline.Message{pipeline.Text("usr", "Input", "Hello")},
			})},
			`turn-1/serving: message 1 has the role "usr" (there are system, user, assistant, tool)`,
		},
		{
			"status", "alfred", misspelt{ends: func(o *pipeline.Outcome) { o.Status = "fine" }},
			`turn-1: the turn ends with the status "fine" (there are done, failed, waiting)`,
		},
		{
			"kind of a reply", "openclaw", misspelt{ends: func(o *pipeline.Outcome) { o.Replies[0].Kind = "shout" }},
			`turn-1: reply 1 is of kind "shout" (there are answer, error, question, silent)`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.sys.System = systems(t)[tt.system]
			r := refusal(t, tt.sys)
			var said []string
			for _, err := range r.Errors {
				said = append(said, err.Error())
			}
			if r.Status != result.StatusError || !strings.Contains(strings.Join(said, "\n"), tt.want) {
				t.Errorf("the case is %s: %q %q\nwant %s", r.Status, said, r.Failures, tt.want)
			}
			if !r.Bug {
				t.Error("the mistake is said to be the case's")
			}
		})
	}
}

// The same projects run when nothing is misspelt.
func TestSmallProjectsRun(t *testing.T) {
	for name, sys := range systems(t) {
		if r := refusal(t, misspelt{System: sys}); r.Status != result.StatusOK {
			t.Errorf("%s is %s: %v", name, r.Status, r.Errors)
		}
	}
}

// A misspelt name in a case or a suite is refused before anything runs, with its line and the nearest name.
func TestMisspeltCasesAreRefused(t *testing.T) {
	const (
		subagents = "fixtures/conversations/openclaw/subagents.yaml"
		long      = "fixtures/conversations/openclaw/long.yaml"
		agensFile = "suites/agens.yaml"
		clawFile  = "suites/openclaw.yaml"
	)
	for _, tt := range []struct {
		name string
		edit edit
		want string // after the file's name and a line
	}{
		{"stage of an answer", edit{teamCase, "1/process_message:", "1/proces_message:"}, "(nearest: process_message)"},
		{"stage of a decision", edit{teamCase, `step:4/reflection":`, `step:4/reflektion":`}, "(nearest: reflection)"},
		{"stage of a fallback", edit{teamCase, "{stage: dispatch,", "{stage: dispach,"}, "(nearest: dispatch)"},
		{"reason", edit{teamCase, "reason: unknown_agent", "reason: unknown_agents"}, "(nearest: unknown_agent)"},
		{"reason of no text", edit{subagents, "reason: empty", "reason: schema"}, `of main has no reason "schema"`},
		{"stage of a gate", edit{agensFile, "[serving:schema]", "[servin:schema]"}, "(nearest: serving)"},
		{"reason of a gate", edit{agensFile, "[serving:schema]", "[serving:shema]"}, "(nearest: schema)"},
		{"variant of a stage without", edit{clawFile, "compaction: 10s", `"main:fast": 10s`}, "main"},
		{"status", edit{subagents, "status: failed", "status: fail"}, `"fail"`},
		{"kind of a reply", edit{subagents, "kind: error", "kind: err"}, `"err"`},
		{"role of a message", edit{long, "role: assistant", "role: assistent"}, `"assistent"`},
		{"reading of an answer", edit{agensFile, "serving: extract", "serving: extrakt"}, `"extrakt"`},
	} {
		_, err := load(systems(t), "", tt.edit)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.edit.file+":") {
			t.Errorf("%s: %v\nwant %s and the line", tt.name, err, tt.want)
		}
	}
}
