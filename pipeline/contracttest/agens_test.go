package contracttest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func decoded(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Threads run concurrently: they start at one time, and what joins them rests on the last.
func TestAgensThreads(t *testing.T) {
	r := one(t, "agens/letters")
	at, depth := map[string]time.Duration{}, map[string]int{}
	start := time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)
	for _, s := range r.Trace.Steps {
		if s.Call != nil && strings.HasPrefix(s.Path, "turn-1/") {
			at[s.Path], depth[s.Path] = s.At.Sub(start), s.Depth
		}
	}
	want := map[string]time.Duration{
		"turn-1/thread:0/node:plan/serving-1":          0,
		"turn-1/thread:0/node:read/serving-1":          0,
		"turn-1/thread:0/thread:1/node:read/serving-1": 0,
		"turn-1/thread:0/thread:2/node:read/serving-1": 0,
		"turn-1/thread:0/node:read/serving-2":          time.Second,
		"turn-1/thread:0/thread:1/node:read/serving-2": time.Second,
		"turn-1/thread:0/thread:2/node:read/serving-2": time.Second,
		"turn-1/join:1/node:merge/serving-1":           10 * time.Second,
	}
	if d := cmp.Diff(want, at); d != "" {
		t.Errorf("when calls leave (-want +got):\n%s", d)
	}
	for path, want := range map[string]int{
		"turn-1/thread:0/thread:2/node:read/serving-2": 3, "turn-1/join:1/node:merge/serving-1": 4,
	} {
		if depth[path] != want {
			t.Errorf("%s rests on %d calls, want %d", path, depth[path], want)
		}
	}
	merged := section(callAt(t, r, "turn-1/join:1/node:merge/serving-1"), "Previous Result")
	if !strings.HasSuffix(merged, "\n\na card\n") { // the slow thread comes last, and continues
		t.Errorf("the join reads %q", merged)
	}
}

// A refused answer is counted by its reason and reported to the model, in the variable part; the system message stays.
func TestAgensRetries(t *testing.T) {
	results := run(t, systems(t), "agens")
	r := results["agens/letters"]
	path := "turn-2/thread:0/node:read/serving-2"
	first := callAt(t, r, path)
	if got := section(first, "Retry"); got != "" {
		t.Errorf("the first ask tells of a retry: %s", got)
	}
	for ask, want := range map[string]string{
		"#2": `outputs.kind: wanted one of bill, other, got "letter"`,
		"#3": "wanted one JSON object and nothing else",
		"#4": "The previous response did not pass validation.", // the answer itself asks for a retry
	} {
		c := callAt(t, r, path+ask)
		if got := section(c, "Retry"); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in %q", c.Path, want, got)
		}
		if d := cmp.Diff(first.Request.Messages[0].Content(), c.Request.Messages[0].Content()); d != "" {
			t.Errorf("%s: the system message has changed:\n%s", c.Path, d)
		}
	}
	if d := cmp.Diff(map[string]float64{
		"answers.rejected":                    4,
		"answers.rejected[serving]":           4,
		"answers.rejected[serving:malformed]": 2,
		"answers.rejected[serving:retry]":     1,
		"answers.rejected[serving:schema]":    1,
	}, measures(results, "answers.rejected")); d != "" {
		t.Errorf("measures (-want +got):\n%s", d)
	}
	got := measures(results, "fallbacks.rate[serving:")
	if len(got) != 2 || got["fallbacks.rate[serving:retry]"] == 0 || got["fallbacks.rate[serving:timeout]"] == 0 {
		t.Errorf("fallbacks of serving: %v", got)
	}
}

// Each server has settings of its own.
func TestAgensServings(t *testing.T) {
	letters, errs := one(t, "agens/letters"), one(t, "agens/errors")
	reader := callAt(t, letters, "turn-1/thread:0/node:read/serving-1").Request
	if reader.Model != "large" || reader.Variant != "reader" {
		t.Errorf("the reader asks %q as %q", reader.Model, reader.Variant)
	}
	slow := callAt(t, errs, "turn-2/thread:0/node:bank/serving-1")
	if slow.Request.Timeout != 5*time.Second || slow.Request.Model != "small" {
		t.Errorf("the slow server has %v and the model %q", slow.Request.Timeout, slow.Request.Model)
	}
	if slow.Failure == nil || slow.Failure.Reason != pipeline.Timeout {
		t.Errorf("the slow server: %v", slow.Failure)
	}
}

// Pairs that the model wrote become an object; both stay in the trace, and scores use the object.
func TestAgensKeepsWhatWasSaid(t *testing.T) {
	tools := 0
	for _, s := range one(t, "agens/letters").Trace.Steps {
		if s.Tool == nil {
			continue
		}
		tools++
		if s.Tool.Said == nil {
			t.Errorf("%s: nothing was said", s.Path)
			continue
		}
		pairs, ok := decoded(t, s.Tool.Said.Arguments).([]any)
		if !ok || len(pairs) != 1 || !strings.HasPrefix(s.Tool.Call.Arguments, `{"page":`) {
			t.Errorf("%s: said %s, made %s", s.Path, s.Tool.Said.Arguments, s.Tool.Call.Arguments)
		}
	}
	if tools != 8 {
		t.Errorf("%d tool calls, want 8", tools)
	}
}
