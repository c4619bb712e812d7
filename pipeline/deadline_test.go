package pipeline_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// withDeadline returns a root whose suite gives every call d.
func withDeadline(m *model, d time.Duration) *pipeline.Runtime {
	return pipeline.NewRuntime(&pipeline.Env{
		Model:    m,
		Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Deadline: d} },
	}, start)
}

func TestDeadlines(t *testing.T) {
	const none = 0
	slow := func(r pipeline.Reason, d time.Duration) answer {
		return answer{resp: pipeline.Response{Takes: d}, err: &pipeline.Failure{Reason: r}}
	}
	for _, tt := range []struct {
		name         string
		stage, place time.Duration // deadlines
		answer       answer
		sent         time.Duration // what the model gets
		reason       pipeline.Reason
		clock        time.Duration
	}{
		{"no deadline, any answer is in time", none, none, takes(time.Hour), none, "", time.Hour},
		{"in time", time.Minute, none, takes(59 * time.Second), time.Minute, "", 59 * time.Second},
		{"at the stage's deadline exactly", time.Minute, none, takes(time.Minute), time.Minute, "", time.Minute},
		{"at the place's deadline exactly", none, time.Minute, takes(time.Minute), time.Minute, "", time.Minute},
		{"behind the stage's deadline", time.Minute, none, takes(time.Minute + 1), time.Minute, pipeline.Timeout,
			time.Minute},
		{"behind the place's deadline", none, time.Minute, takes(time.Minute + 1), time.Minute, pipeline.Timeout,
			time.Minute},
		{"the stage's is earlier", time.Second, time.Minute, takes(time.Hour), time.Second, pipeline.Timeout,
			time.Second},
		{"the place's is earlier", time.Minute, time.Second, takes(time.Hour), time.Second, pipeline.Timeout,
			time.Second},
		{"the model's timeout comes at the deadline", time.Minute, none, fails(pipeline.Timeout), time.Minute,
			pipeline.Timeout, time.Minute},
		{"also when it says that it took less", time.Minute, none, slow(pipeline.Timeout, 1), time.Minute,
			pipeline.Timeout, time.Minute},
		{"without a deadline it takes what it says", none, none, slow(pipeline.Timeout, time.Hour), none,
			pipeline.Timeout, time.Hour},
		{"a failure in time takes what it says", time.Minute, none, slow(pipeline.Transport, 9), time.Minute,
			pipeline.Transport, 9},
		{"a failure at the deadline exactly", time.Minute, none, slow(pipeline.Transport, time.Minute), time.Minute,
			pipeline.Transport, time.Minute},
		{"a failure behind it is a timeout", time.Minute, none, slow(pipeline.Transport, time.Hour), time.Minute,
			pipeline.Timeout, time.Minute},
		{"a failure without a deadline", none, none, slow(pipeline.Unavailable, time.Hour), none, pipeline.Unavailable,
			time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &model{answers: map[string]answer{"main": tt.answer}}
			rt := withDeadline(m, tt.stage)
			if tt.place > 0 {
				rt = rt.WithTimeout(tt.place)
			}
			_, err := rt.Chat(t.Context(), pipeline.Request{Stage: "main"})
			if got := reason(t, err); got != tt.reason {
				t.Errorf("failure %q, want %q", got, tt.reason)
			}
			if got := m.seen[0].Timeout; got != tt.sent {
				t.Errorf("the model is told %v, want %v", got, tt.sent)
			}
			if got := since(rt); got != tt.clock {
				t.Errorf("clock +%v, want +%v", got, tt.clock)
			}
		})
	}
}

// reason returns the Failure's reason; empty without an error. Any other error fails the test.
func reason(t *testing.T, err error) pipeline.Reason {
	t.Helper()
	if err == nil {
		return ""
	}
	f, ok := errors.AsType[*pipeline.Failure](err)
	if !ok {
		t.Fatalf("error %v, want a failure", err)
	}
	return f.Reason
}

// A timeout names the error that it replaces, so that a reader sees why.
func TestLateFailureNamesItsCause(t *testing.T) {
	cause := errors.New("connection reset")
	m := &model{answers: map[string]answer{"main": {
		resp: pipeline.Response{Takes: time.Hour}, err: &pipeline.Failure{Reason: pipeline.Transport, Err: cause},
	}}}
	_, err := withDeadline(m, time.Minute).Chat(t.Context(), pipeline.Request{Stage: "main"})
	if !errors.Is(err, cause) {
		t.Errorf("error %v does not wrap its cause", err)
	}
}

func TestNoTimeLeft(t *testing.T) {
	m := &model{answers: map[string]answer{"turn-1/main-1": takes(time.Minute)}}
	turn := m.root().At("turn-1", "")
	hurried := turn.WithTimeout(time.Minute)
	if _, err := hurried.Chat(t.Context(), pipeline.Request{Stage: "main", Leaf: "main-1"}); err != nil {
		t.Fatal(err)
	}
	before := hurried.Mark()
	_, err := hurried.Chat(t.Context(), pipeline.Request{Stage: "main", Leaf: "main-2"})
	if got := reason(t, err); got != pipeline.Timeout {
		t.Fatalf("failure %q, want a timeout", got)
	}
	if hurried.Mark() != before {
		t.Errorf("mark %v, want %v as before", hurried.Mark(), before)
	}
	hurried.Fallback(pipeline.Fallback{Stage: "main", Reason: pipeline.Timeout})
	ask(t, turn, "main-2") // the path is still free

	if d := cmp.Diff([]string{"turn-1/main-1", "turn-1/main-2"}, m.paths()); d != "" {
		t.Errorf("asked (-want +got):\n%s", d)
	}
	want := []string{
		"call turn-1/main-1 main +0s depth 1 try 1",
		"fallback turn-1 main +1m0s depth 1 timeout after 0",
		"call turn-1/main-2 main-2 +1m0s depth 2 try 1",
	}
	if d := cmp.Diff(want, render(turn.Log())); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
}

func TestNoTimeFromTheBeginning(t *testing.T) {
	for _, d := range []time.Duration{0, -time.Hour} {
		m := new(model)
		_, err := m.root().WithTimeout(d).Chat(t.Context(), pipeline.Request{Stage: "main"})
		if got := reason(t, err); got != pipeline.Timeout || len(m.seen) > 0 {
			t.Errorf("%v: failure %q, %d requests; want a timeout and none", d, got, len(m.seen))
		}
	}
}
