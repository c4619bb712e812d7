package score

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// team is a system of which two stages plan, one decides several things, and one decides without a call.
type team struct{ pipeline.System }

func (team) Name() string { return "team" }

func (team) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{Name: "planning", Calls: true, Decides: []pipeline.Decides{pipeline.DecidesPlan}},
		{Name: "reflection", Calls: true, Decides: []pipeline.Decides{pipeline.DecidesPlan}},
		{Name: "act", Calls: true, Decides: []pipeline.Decides{pipeline.DecidesRoute, pipeline.DecidesSkills}},
		{Name: "dispatch", Decides: []pipeline.Decides{pipeline.DecidesRoute}},
	}
}

// steps returns a plan that is a list.
func steps(ids ...string) map[string]any { return map[string]any{"steps": ids} }

// teamTrace returns the trace of one turn.
func teamTrace(t *testing.T, turn func(rt *pipeline.Runtime,
	ask func(rt *pipeline.Runtime, stage string))) *trace.Trace {
	t.Helper()
	c := &model.Capture{Next: answering{}}
	root := pipeline.NewRuntime(&pipeline.Env{Model: c, Stages: team{}.Stages()}, time.Unix(0, 0))
	turn(root.At("turn-1", ""), func(rt *pipeline.Runtime, stage string) {
		if _, err := rt.Chat(t.Context(), pipeline.Request{Stage: stage, Again: true}); err != nil {
			t.Fatal(err)
		}
	})
	for _, err := range root.Errs() {
		t.Fatal(err)
	}
	made := trace.New("s", "c", root.Log(), c)
	made.Outcomes = []trace.Outcome{{Place: "turn-1", Outcome: pipeline.Outcome{Status: pipeline.StatusDone}}}
	return made
}

type answering struct{}

func (answering) Chat(context.Context, pipeline.Request) (pipeline.Response, error) {
	return pipeline.Response{Content: "yes"}, nil
}

// everywhere makes all kinds of decisions: both stages plan at the turn's own place, agents plan below it, one call
// decides two things, and a place decides without a call.
func everywhere(rt *pipeline.Runtime, ask func(rt *pipeline.Runtime, stage string)) {
	ask(rt, "planning")
	rt.Decided("planning", steps("find", "tell"))
	ask(rt, "reflection")
	rt.Decided("reflection", steps("find", "ask", "tell"))
	a, b := rt.At("agent", "a"), rt.At("agent", "b")
	ask(a, "planning")
	ask(a, "planning")
	a.Decided("planning", map[string]any{"nodes": []map[string]any{
		{"id": "sum", "depends_on": []string{"x", "y"}}, {"id": "x"}, {"id": "y"},
	}})
	a.Fallback(pipeline.Fallback{Stage: "planning", Reason: pipeline.Schema, Tries: 2})
	ask(b, "reflection")
	b.Decided("reflection", steps("rest"))
	b.Fallback(pipeline.Fallback{Stage: "reflection", Reason: pipeline.Empty, Tries: 1})
	ask(b, "act")
	b.DecidedAs("act", pipeline.DecidesRoute, map[string]string{"action": "quick"})
	b.DecidedAs("act", pipeline.DecidesSkills, []string{"s"})
	b.Decided("dispatch", map[string]string{"action": "boss"})
}

func evaluatedTeam(t *testing.T, expect string, ran *trace.Trace) (scores, errs string) {
	t.Helper()
	j := NewEvaluator(trace.VocabularyOf(team{}), nil)
	got, failed := j.Evaluate(t.Context(), caseThatExpects(t, expect), ran)
	var texts []string
	for _, sc := range got {
		if sc.Turn != "" {
			texts = append(texts, spelled(sc))
		}
	}
	for _, err := range failed {
		errs += err.Error()
	}
	return strings.Join(texts, "; "), errs
}

// An expectation can say where its decision was made. An ambiguous one is an error, never silently the last decision.
func TestDecisionsAreFoundByPlace(t *testing.T) {
	trace := teamTrace(t, everywhere)
	for _, tt := range []struct{ expect, want, err string }{
		{"plan: {steps: [find, tell], at: planning}", "planning.valid 1 -; planning.steps 1 holds", ""},
		{"plan: {steps: [find, tell], at: reflection}", "planning.valid 1 -; planning.steps 0.8 fails", ""},
		{"plan: {steps: [x, y, sum], at: 'agent:a'}", "planning.valid 0 -; planning.steps 1 holds", ""},
		{"plan: {steps: [y, x, sum], at: 'agent:a/planning'}", "planning.valid 0 -; planning.steps 0.667 fails", ""},
		{"plan: {nodes: {sum: [x, y], x: [], y: []}, at: 'agent:a/planning#2'}",
			"planning.valid 0 -; planning.nodes 1 holds; planning.dependencies 1 holds", ""},
		{"plan: {nodes: {find: [], tell: [find]}, at: planning}",
			"planning.valid 1 -; planning.nodes 1 holds; planning.dependencies 1 holds", ""},
		{"plan: {steps: [rest], at: 'agent:b/**'}", "planning.valid 0 -; planning.steps 1 holds", ""},
		{"plan: {steps: []}", "", "plan: there are 2 decisions, at planning, reflection: say with at which one " +
			"is meant"},
		{"plan: {steps: [], at: 'agent:*'}", "",
			"plan: there are 2 decisions, at agent:a/planning, agent:b/reflection: say"},
		{"plan: {steps: [x], at: 'agent:c'}", "", "plan: nothing was planned at agent:c"},
		{"route: {action: quick, at: 'agent:b/act'}", "routing.accuracy[hard] 1 holds", ""},
		{"route: {action: boss, at: 'agent:b/dispatch'}", "routing.accuracy[hard] 1 holds", ""},
		{"route: boss", "", "route: there are 2 decisions, at agent:b/act, agent:b/dispatch"},
		{"decisions: {planning: {steps: [find, tell]}}", "turn.decision[planning] 1 holds", ""},
		{"decisions: {'agent:b/reflection': {steps: [rest]}}", "turn.decision[reflection] 1 holds", ""},
		{"decisions: {'agent:*/*': {steps: [rest]}}",
			"turn.decision[planning] 0 fails; turn.decision[reflection] 1 holds; turn.decision[act] 0 fails; " +
				"turn.decision[dispatch] 0 fails", ""},
		{"decisions: {'agent:b/dispatch': {action: boss}}", "turn.decision[dispatch] 1 holds", ""},
		{"decisions: {'agent:c/planning': {mode: x}}", "turn.decision[planning] 0 fails", ""},
		{"fallbacks: [{stage: planning, reason: schema, at: 'agent:a'}, {stage: reflection, reason: empty, at: " +
			"'agent:b/reflection'}]",
			"fallbacks.expected 1 holds; fallbacks.missing 0 -; fallbacks.unexpected 0 -", ""},
		{"fallbacks: [{stage: planning, reason: schema, at: 'agent:b'}, {stage: reflection, reason: empty, at: " +
			"'agent:b'}]",
			"fallbacks.expected 0 fails; fallbacks.missing 1 -; fallbacks.unexpected 1 -", ""},
	} {
		t.Run(tt.expect, func(t *testing.T) {
			got, err := evaluatedTeam(t, tt.expect, trace)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("scores (-want +got):\n%s", d)
			}
			if (err == "") != (tt.err == "") || !strings.Contains(err, tt.err) {
				t.Errorf("error %q, want %q", err, tt.err)
			}
		})
	}
}

// Of several decisions about one call each stays in the trace: the last one in the call, the others on their own. They
// count as one requested decision.
func TestEveryDecisionOfACallStays(t *testing.T) {
	trace := teamTrace(t, everywhere)
	var got []string
	for _, s := range trace.Steps {
		if s.Kind == pipeline.EntryDecided && s.Stage == "act" {
			got = append(got, s.Path+" "+string(s.Decides)+map[bool]string{true: " in the call"}[s.Attached])
		}
	}
	want := []string{"turn-1/agent:b/act route", "turn-1/agent:b/act skills in the call"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("decisions (-want +got):\n%s", d)
	}
	for _, a := range trace.Decisions() {
		if a.Stage == "act" && a.Times != 1 {
			t.Errorf("act was asked for %d decisions, want 1", a.Times)
		}
	}
}

// A key of decisions ends in a stage or names a possible call.
func TestKeysOfDecisions(t *testing.T) {
	v := trace.VocabularyOf(team{})
	for key, want := range map[string]string{
		"planning": "", "agent:a/planning": "", "agent:a/planning#2": "", "act-1": "", "agent:*/dispatch": "",
		"**/act*": "",
		"planing": `no stage "planing" (nearest: planning)`, "agent:a/planing": `no call of team ends in "planing"`,
		"agent:*/x*": `no call of team begins with "x"`, "dispatch-1": `no stage "dispatch-1"`,
	} {
		err := v.Decided(key)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", key, err, want)
		}
	}
}
