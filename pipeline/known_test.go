package pipeline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// desk returns the declarations of these tests' system.
func desk() []pipeline.Stage {
	return []pipeline.Stage{
		{Name: "router", Calls: true, Reasons: []pipeline.Reason{"lost"}},
		{Name: "act", Calls: true, Variants: []string{"low", "high"}},
		{Name: "think", Calls: true, Variants: []string{pipeline.AnyVariant}},
		{Name: "curator"},
		{Name: "choose", Decides: []pipeline.Decides{pipeline.DecidesRoute, pipeline.DecidesPlan}},
		{Name: "sum", Calls: true, Reads: pipeline.ReadsText, NoTools: true},
		{Name: "reply", Calls: true, Reads: pipeline.ReadsText, Reasons: []pipeline.Reason{"rude"}},
	}
}

func user(role string) []pipeline.Message {
	return []pipeline.Message{pipeline.Text(role, "Text", "hello")}
}

// declaring returns a call of the stage reply that declares what follows when it fails.
func declaring(d ...pipeline.Declared) pipeline.Request {
	return pipeline.Request{Stage: "reply", Messages: user("user"), Declared: d}
}

// A list of stages is checked before anything runs.
func TestCheckStages(t *testing.T) {
	for _, tt := range []struct {
		stages []pipeline.Stage
		want   string // part of the error; empty: none
	}{
		{desk(), ""},
		{[]pipeline.Stage{{Name: "a"}, {Name: "b"}, {Name: "a"}}, `two stages named "a"`},
		{[]pipeline.Stage{{Name: "a", Decides: []pipeline.Decides{"rout"}}}, `the stage a decides "rout"`},
		{[]pipeline.Stage{{Name: "a", Remarks: []string{"why"}}}, ""},
		{[]pipeline.Stage{{Name: "a", Remarks: []string{"action"}, Values: map[string][]string{"action": {"go"}}}},
			`Stage.Remarks: the stage a has Stage.Values for "action"`},
		{[]pipeline.Stage{{Name: "a", Refuses: map[pipeline.Reason]string{"vague": "?"}}},
			`Stage.Refuses: the stage a has no reason "vague"`},
		{[]pipeline.Stage{{Name: "a", Reads: "yaml"}}, `the stage a reads "yaml" (there are text, json, tagged)`},
	} {
		err := pipeline.CheckStages(tt.stages)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: got %v, want %q", tt.stages, err, tt.want)
		}
	}
}

// A name that the system does not list stops the place at once, whatever the system returns.
func TestUnknownNamesAreRefused(t *testing.T) {
	chat := func(req pipeline.Request) func(*testing.T, *pipeline.Runtime) {
		return func(t *testing.T, rt *pipeline.Runtime) { rt.Chat(t.Context(), req) }
	}
	fallback := func(stage string, reason pipeline.Reason) func(*testing.T, *pipeline.Runtime) {
		return func(_ *testing.T, rt *pipeline.Runtime) { rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reason}) }
	}
	for _, tt := range []struct {
		name string
		do   func(*testing.T, *pipeline.Runtime)
		want string // part of the error; empty: none
	}{
		{"stage", chat(pipeline.Request{Stage: "router", Messages: user("user")}), ""},
		{"misspelt stage", chat(pipeline.Request{Stage: "rooter"}),
			`turn-1/rooter: the system has no stage "rooter" (System.Stages lists router, act, think, curator, choose, sum, reply)`},
		{"no stage", chat(pipeline.Request{}), `has no stage ""`},
		{"stage without calls", chat(pipeline.Request{Stage: "curator"}), "the stage curator makes no calls"},
		{"variant", chat(pipeline.Request{Stage: "act", Variant: "high"}), ""},
		{"misspelt variant", chat(pipeline.Request{Stage: "act", Leaf: "act-1", Variant: "hihg"}),
			`turn-1/act-1: the stage act has no variant "hihg" (Stage.Variants lists ["low" "high"])`},
		{"variant of a stage without", chat(pipeline.Request{Stage: "router", Variant: "high"}), `no variant "high"`},
		{"any variant", chat(pipeline.Request{Stage: "think", Variant: "agent 7"}), ""},
		{"tools that no stage offers", chat(pipeline.Request{Stage: "sum", Tools: []pipeline.Tool{{Name: "read"}}}),
			"turn-1/sum: the stage sum offers 1 tools (its Stage.NoTools is true)"},
		{"misspelt role", chat(pipeline.Request{Stage: "router", Messages: user("usr")}),
			`turn-1/router: message 1 has the role "usr" (there are system, user, assistant, tool)`},
		{"shared reason", fallback("act", pipeline.Timeout), ""},
		{"own reason", fallback("router", "lost"), ""},
		{"reason of another stage", fallback("act", "lost"),
			`turn-1: fallback: the fallback of act has no reason "lost"`},
		{"no reason", fallback("act", ""), `no reason ""`},
		{"fallback of a misspelt stage", fallback("acct", pipeline.Timeout), `no stage "acct"`},
		{"reason that a text cannot have", fallback("reply", pipeline.Schema),
			`the fallback of reply has no reason "schema"`},
		{"reason that a text can have", fallback("reply", pipeline.Empty), ""},
		{"own reason of a text", fallback("reply", "rude"), ""},
		{"declared", chat(declaring(
			pipeline.Declared{Reasons: []pipeline.Reason{"rude"}, Reask: true}, pipeline.Declared{Undone: true},
		)), ""},
		{"declared twice over", chat(declaring(pipeline.Declared{Reask: true, Then: "told why"})),
			"turn-1/reply: Request.Declared[0] says 2 of Answer, Undone, Reask and Then: want one"},
		{"declared nothing", chat(declaring(pipeline.Declared{Undone: true}, pipeline.Declared{})),
			"Request.Declared[1] says 0 of"},
		{"declared in words, and more", chat(declaring(
			pipeline.Declared{Then: "it is skipped", Skips: []string{"turn-1/node:a"}, Shows: []string{"skipped"}},
		)), ""},
		{"declared more without words", chat(declaring(pipeline.Declared{Undone: true, Shows: []string{"skipped"}})),
			"Request.Declared[0] has Skips or Shows without Then"},
		{"declared for a reason that cannot be", chat(declaring(
			pipeline.Declared{Reasons: []pipeline.Reason{pipeline.Malformed}, Undone: true},
		)),
			`Request.Declared[0]: the stage reply has no reason "malformed"`},
		{"decision", func(_ *testing.T, rt *pipeline.Runtime) { rt.Decided("curator", 1) }, ""},
		{"decision of one kind", func(_ *testing.T, rt *pipeline.Runtime) { rt.Decided("choose", 1) },
			"several things"},
		{"decision that is named", func(_ *testing.T,
			rt *pipeline.Runtime) {
			rt.DecidedAs("choose", pipeline.DecidesPlan, 1)
		}, ""},
		{"decision that the stage does not make",
			func(_ *testing.T, rt *pipeline.Runtime) { rt.DecidedAs("choose", pipeline.DecidesDraft, 1) },
			`the stage choose does not decide a draft (Stage.Decides lists ["route" "plan"])`},
		{"decision of a misspelt stage", func(_ *testing.T, rt *pipeline.Runtime) { rt.Decided("curater", 1) },
			`turn-1: decided: the system has no stage "curater"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := new(model)
			root := pipeline.NewRuntime(&pipeline.Env{Model: m, Stages: desk()}, start)
			tt.do(t, root.At("turn-1", ""))
			errs := root.Errs()
			if tt.want == "" {
				if len(errs) > 0 {
					t.Errorf("errors %v", errs)
				}
				return
			}
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), tt.want) {
				t.Errorf("errors %v, want %s", errs, tt.want)
			}
			if len(m.seen) > 0 {
				t.Errorf("%s was asked", m.seen[0].Path)
			}
		})
	}
}

// Each variant has the settings of its own name, and the model does not see the variant.
func TestVariantsHaveSettings(t *testing.T) {
	m := new(model)
	rt := pipeline.NewRuntime(&pipeline.Env{Model: m, Stages: desk(), Settings: func(of string) pipeline.StageSettings {
		return pipeline.StageSettings{Model: "model of " + of}
	}}, start)
	for _, variant := range []string{"", "low", "high"} {
		if _, err := rt.Chat(t.Context(), pipeline.Request{Stage: "act", Variant: variant, Again: true}); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, req := range m.seen {
		got = append(got, req.Path+" "+req.Model)
	}
	if d := cmp.Diff([]string{"act model of act", "act#2 model of act:low", "act#3 model of act:high"}, got); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
}

func TestOutcomesAreChecked(t *testing.T) {
	for _, tt := range []struct {
		outcome pipeline.Outcome
		want    string
	}{
		{pipeline.Outcome{Status: pipeline.StatusDone}, ""},
		{pipeline.Outcome{Status: pipeline.StatusWaiting, Replies: []pipeline.Reply{{}, {Kind: pipeline.ReplySilent}}},
			""},
		{pipeline.Outcome{Status: "fine"}, `the turn ends with the status "fine" (there are done, failed, waiting)`},
		{pipeline.Outcome{}, `the turn ends with the status "" (there are done, failed, waiting)`},
		{pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{}, {Kind: "shout"}}},
			`reply 2 is of kind "shout" (there are answer, error, question, silent)`},
	} {
		got := ""
		if err := tt.outcome.Check(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.outcome, got, tt.want)
		}
	}
}
