package beaver

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// statuses returns the statuses of the Tasks after a turn.
func statuses(t *testing.T, out pipeline.Outcome) string {
	t.Helper()
	var s struct {
		Tasks []struct {
			Status string `json:"status"`
		} `json:"tasks"`
	}
	if err := json.Unmarshal([]byte(state(t, out)), &s); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, k := range s.Tasks {
		all = append(all, k.Status)
	}
	return strings.Join(all, " ")
}

// The user's verdict on a Task is handled before anything else. Two Tasks have been begun; the first one waits.
func TestAcceptance_S5_S3(t *testing.T) {
	end := func(acceptance string) pipeline.Input {
		return pipeline.Input{Kind: pipeline.End, Acceptance: acceptance}
	}
	for _, tt := range []struct {
		name  string
		in    pipeline.Input
		calls []string
		tasks string
	}{
		{"accepted", judges("Thanks.", pipeline.Accepted), []string{"draft", "router", "main-1"}, "active accepted"},
		{"rejected: no router", judges("Again.", pipeline.Rejected), []string{"planner", "main-1"}, "paused active"},
		{"nothing is said", judges("Hm.", ""), []string{"router", "main-1"}, "paused active"},
		{"accepted at the end", end(pipeline.Accepted), []string{"draft"}, "active accepted"},
		{"rejected at the end", end(pipeline.Rejected), nil, "paused active"},
		{"the end", end(""), nil, "paused active"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := planned(`{"mode":"single"}`)
			m.answers["turn-2/router"] = says(`{"action":"new_task"}`)
			root, out := converse(t, pipeline.Case{}, m, append(users("one", "two"), tt.in))
			var calls []string
			for _, e := range root.Log() {
				if leaf, is := strings.CutPrefix(e.Path, "turn-3/"); is && e.Kind == pipeline.EntryCall {
					calls = append(calls, leaf)
				}
			}
			if d := cmp.Diff(tt.calls, calls); d != "" {
				t.Errorf("calls (-want +got):\n%s", d)
			}
			if got := statuses(t, out[2]); got != tt.tasks {
				t.Errorf("Tasks %q, want %q", got, tt.tasks)
			}
			want := ""
			if tt.in.Acceptance != "" {
				want = `{"task":"task:turn-2","acceptance":"` + tt.in.Acceptance + `"}`
			}
			if got := event(root, "acceptance"); got != want {
				t.Errorf("the trace says %q, want %q", got, want)
			}
		})
	}
}

// The router sees the Task that is active once the accepted one has ended.
func TestAcceptance_S5_S2_RouterSeesTheNextTask(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	m.answers["turn-2/router"] = says(`{"action":"new_task"}`)
	converse(t, pipeline.Case{}, m, append(users("one", "two"), judges("Thanks.", pipeline.Accepted),
		judges("Thanks.", pipeline.Accepted)))
	for path, want := range map[string]string{"turn-3/router": `Active task:` + "\n" + `{"id":"task:turn-1"`,
		"turn-4/router": "Active task:\nnull"} {
		if got := m.at(t, path).Messages[1].Content(); !strings.Contains(got, want) {
			t.Errorf("%s, want %q in it:\n%s", path, want, got)
		}
	}
}

// A rejection revises: its message is the revision request, and the rejected answer is in the history.
func TestAcceptance_S5_S2_RejectionRevises(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	root, _ := converse(t, pipeline.Case{}, m, append(users("a letter"), judges("Shorter.", pipeline.Rejected)))
	const want = "Task history:\n" +
		"{\"attempt\":1,\"mode\":\"single\",\"outcome\":\"done\",\"last_answer\":\"All right.\"}\n\n" +
		"Task status: active\nAttempt index: 2\n\nRevision request:\nShorter.\n\n"
	if got := executionContext(m.at(t, "turn-2/main-1")); !strings.HasSuffix(got, want) {
		t.Errorf("execution context, want %q at its end:\n%s", want, got)
	}
	if e := event(root, "skill draft"); e != "" {
		t.Errorf("something was learned: %s", e)
	}
}

// Without an active Task an acceptance is no error once a router was asked, whatever it answered: the turn continues as
// one without a verdict, and the event names no Task.
func TestAcceptance_S5_WithoutATask(t *testing.T) {
	for _, tt := range []struct {
		name   string
		router pipeline.Response
		in     pipeline.Input
		calls  string
	}{
		{"accepted", says(`{"action":"simple_chat"}`), judges("Thanks.", pipeline.Accepted),
			"turn-2/main-1 turn-2/router"},
		{"rejected", says(`{"action":"simple_chat"}`), judges("No.", pipeline.Rejected), "turn-2/main-1 turn-2/router"},
		{"a malformed answer", says("new_task"), judges("Thanks.", pipeline.Accepted), "turn-2/main-1 turn-2/router"},
		{"a timeout", pipeline.Response{Takes: time.Hour}, judges("Thanks.", pipeline.Accepted),
			"turn-2/main-1 turn-2/router"},
		{"a scheduled run", says(`{"action":"simple_chat"}`),
			pipeline.Input{Kind: pipeline.Scheduled, Acceptance: pipeline.Accepted}, "turn-2/main-1"},
		{"accepted at the end", says(`{"action":"simple_chat"}`),
			pipeline.Input{Kind: pipeline.End, Acceptance: pipeline.Accepted}, ""},
		{"rejected at the end", says(`{"action":"simple_chat"}`),
			pipeline.Input{Kind: pipeline.End, Acceptance: pipeline.Rejected}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &script{answers: map[string]pipeline.Response{"turn-1/router": tt.router}}
			root, out := converse(t, pipeline.Case{}, m, append(users("Plan a trip."), tt.in))
			var calls []string
			for _, p := range m.paths() {
				if strings.HasPrefix(p, "turn-2/") {
					calls = append(calls, p)
				}
			}
			if got := strings.Join(calls, " "); got != tt.calls {
				t.Errorf("calls %q, want %q", got, tt.calls)
			}
			if got, want := event(root, "acceptance"), `{"task":"","acceptance":"`+tt.in.Acceptance+`"}`; got != want {
				t.Errorf("the trace says %q, want %q", got, want)
			}
			if got := out[1].Status; got != pipeline.StatusDone {
				t.Errorf("status %q", got)
			}
		})
	}
}

// A second acceptance finds no Task if no message since went through a router.
func TestAcceptance_S5_NoAnswerCouldHaveOpenedOne(t *testing.T) {
	c := trip()
	c.Block.(*Block).Entry = entryMain
	conv := open(t, c)
	root := pipeline.NewRuntime(&pipeline.Env{Model: &script{}, Tools: noTools{}}, began)
	if _, err := conv.Turn(t.Context(), root.At("turn-1", ""), judges("Thanks.", pipeline.Accepted)); err != nil {
		t.Fatal(err)
	}
	_, err := conv.Turn(t.Context(), root.At("turn-2", ""), judges("Thanks.", pipeline.Accepted))
	if _, ok := errors.AsType[*pipeline.InputError](err); !ok {
		t.Errorf("error %v, want an InputError", err)
	}
}
