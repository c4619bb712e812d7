package runner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// clerk picks a word, asks for it up to three times, and then looks things up until it has something to say.
type clerk struct{}

func (clerk) Name() string       { return "clerk" }
func (clerk) Blocks() (any, any) { return nil, nil }
func (clerk) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{Name: "pick", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "no word", Tries: 3},
		{Name: "say", Calls: true, Reads: pipeline.ReadsText, Fallback: "silence"},
	}
}
func (clerk) Open(pipeline.Case) (pipeline.Conversation, error) { return clerk{}, nil }

func (clerk) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	ask := func(r pipeline.Request) (pipeline.Response, error) {
		r.Messages = []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", in.Text)}
		return rt.Chat(ctx, r)
	}
	for try := range 3 {
		if _, err := ask(pipeline.Request{Stage: "pick", Again: try > 0}); err == nil {
			break
		}
	}
	for n := range 4 {
		resp, err := ask(pipeline.Request{Stage: "say", Leaf: fmt.Sprint("say-", n+1)})
		if err != nil || len(resp.ToolCalls) == 0 {
			break
		}
		for _, call := range resp.ToolCalls {
			if _, err := rt.Tool(ctx, call, nil); err != nil {
				return pipeline.Outcome{}, err
			}
		}
	}
	return pipeline.Outcome{Status: pipeline.StatusDone}, nil
}

const answers = `{pick: {json: {word: a}}, say: [{tool_calls: [{name: look, arguments: {}}]}, Done.]}`

// injectRun runs a case of two turns in a suite with these faults.
func injectRun(t *testing.T, faults string, o runner.Options) *result.Result {
	t.Helper()
	p, err := project.Open(fstest.MapFS{
		"suites/s.yaml": {Data: []byte("system: clerk\nfaults: " + faults + "\n")},
		"fixtures/conversations/c.yaml": {Data: []byte("tools: [{name: look, results: [{content: seen}]}]\nturns:\n" +
			"  - {user: One, answers: " + answers + "}\n  - {user: Two, answers: " + answers + "}\n")},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	systems := map[string]pipeline.System{"clerk": clerk{}}
	loaded, err := project.Load(t.Context(), p, systems, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got *result.Result
	err = runner.Run(t.Context(), loaded, systems, o, func(r *result.Result) error {
		got = r
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// unavailable is a server that is not running.
func unavailable(_ context.Context, way string, _ pipeline.Request, was pipeline.Response) (pipeline.Response, error) {
	return pipeline.Response{Takes: was.Takes}, &pipeline.Failure{Reason: pipeline.Unavailable}
}

// seen returns the calls that got a fault, with what they got, and the tools that failed.
func seen(r *result.Result) []string {
	var all []string
	for _, s := range r.Trace.Steps {
		switch {
		case s.Call != nil && s.Call.Origin.From != "" && s.Call.Failure != nil:
			all = append(all, fmt.Sprintf("%s %s: %s", s.Path, s.Call.Origin.From, s.Call.Failure.Reason))
		case s.Call != nil && s.Call.Origin.From != "":
			all = append(all, fmt.Sprintf("%s %s: %q", s.Path, s.Call.Origin.From, s.Call.Response.Content))
		case s.Tool != nil && s.Tool.Result.Failed:
			all = append(all, fmt.Sprintf("%s failed", s.Path))
		case s.Tool != nil && s.Tool.Result.Content != "seen":
			all = append(all, fmt.Sprintf("%s has %d bytes", s.Path, len(s.Tool.Result.Content)))
		}
	}
	return all
}

// A fault is injected at the calls and requests that its entry names, and nowhere else.
func TestWhereFaultsArePut(t *testing.T) {
	const gone = " fault: status-500: unavailable"
	for _, tt := range []struct {
		name, faults string
		want         []string
	}{
		{"each call, each ask", `[{stage: pick, fault: status-500}]`, []string{
			"turn-1/pick" + gone, "turn-1/pick#2" + gone, "turn-1/pick#3" + gone,
			"turn-2/pick" + gone, "turn-2/pick#2" + gone, "turn-2/pick#3" + gone,
		}},
		{"one call", `[{stage: pick, fault: status-500, at: 2, tries: [1, 2]}]`, []string{
			"turn-2/pick" + gone, "turn-2/pick#2" + gone,
		}},
		{"as often as the fault comes", `[{stage: pick, fault: timeout-once, at: 1}]`, []string{
			"turn-1/pick fault: timeout-once: unavailable",
		}},
		{"what the fault says of asks is overruled", `[{stage: pick, fault: timeout-once, at: 1, tries: [1, 2]}]`, []string{
			"turn-1/pick fault: timeout-once: unavailable", "turn-1/pick#2 fault: timeout-once: unavailable",
		}},
		{"calls are those of the case as it is", `[{stage: say, fault: status-500, at: 1}, {stage: say, fault: refusal, at: 4}]`,
			[]string{"turn-1/say-1" + gone, `turn-2/say-2 fault: refusal: "I'm sorry, but I can't help with that."`}},
		{"the first of two", `[{stage: say, fault: white-space, at: 2}, {stage: say, fault: refusal, at: 2}]`,
			[]string{`turn-1/say-2 fault: white-space: " \n\t "`}},
		{"the first that can", `[{stage: say, fault: tool-unknown, at: 2}, {stage: say, fault: refusal, at: 2}]`,
			[]string{`turn-1/say-2 fault: refusal: "I'm sorry, but I can't help with that."`}},
		{"one place of several, by chance", `[{stage: pick, fault: truncated-json, at: 1}]`,
			[]string{`turn-1/pick fault: truncated-json: "{"`}},
		{"tools of one call", `[{stage: say, fault: tool-error, at: 3}]`, []string{"turn-2/say-1/tool-1 failed"}},
		{"large results", `[{stage: say, fault: tool-result-5mb, at: 1}]`,
			[]string{"turn-1/say-1/tool-1 has 5000000 bytes"}},
		{"the same call again and again", `[{stage: say, fault: tool-fails-again, at: 1}]`, []string{
			"turn-1/say-1/tool-1 failed", `turn-1/say-2 fault: tool-fails-again: ""`, "turn-1/say-2/tool-1 failed",
			`turn-1/say-3 fault: tool-fails-again: ""`, "turn-1/say-3/tool-1 failed",
			`turn-1/say-4 fault: tool-fails-again: ""`, "turn-1/say-4/tool-1 failed",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := injectRun(t, tt.faults, runner.Options{Exchange: unavailable})
			if d := cmp.Diff(tt.want, seen(got)); d != "" || len(got.Errors) > 0 {
				t.Errorf("%v (-want +got):\n%s", got.Errors, d)
			}
		})
	}
}

// Entries of a list that changed nothing are reported, with file and line.
func TestUnmet(t *testing.T) {
	got := injectRun(t, `
  - {stage: say, fault: refusal, at: 9}
  - {stage: pick, fault: status-500, tries: [4]}
  - {stage: say, fault: tool-error, at: 4}
  - {stage: say, fault: refusal, at: 1, tries: [1]}
  - {stage: say, fault: empty, at: 1}`, runner.Options{Exchange: unavailable})
	const nothing = "the case c has nothing there that can break like this, or a fault above it comes first"
	want := []string{
		"suites/s.yaml:3: faults: say: refusal: the case c has no such call",
		"suites/s.yaml:4: faults: pick: status-500: the case c has no such call",
		"suites/s.yaml:5: faults: say: tool-error: " + nothing,
		"suites/s.yaml:7: faults: say: empty: " + nothing,
	}
	unmet := slices.DeleteFunc(got.Warnings, func(w string) bool { return !strings.HasPrefix(w, "suites/") })
	if d := cmp.Diff(want, unmet); d != "" {
		t.Errorf("%v (-want +got):\n%s", got.Errors, d)
	}
}

// A transport fault that cannot be produced is an error, never left out.
func TestNoExchange(t *testing.T) {
	got := injectRun(t, `[{stage: pick, fault: status-500, at: 9}]`, runner.Options{})
	want := "suites/s.yaml:2: faults: status-500 is a transport fault, which this command cannot " +
		"produce: leave the suite out"
	if len(got.Errors) != 1 || got.Errors[0].Error() != want || got.Status != result.StatusError {
		t.Errorf("%s: %v, want %s", got.Status, got.Errors, want)
	}
}
