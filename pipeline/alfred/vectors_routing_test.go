package alfred

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// compareRouting compares the next node of the graph (F2), and the modes of the interface.
func compareRouting(t *trial, raw rawVector) {
	checks := map[string]func(t *trial, in, out json.RawMessage){
		"route_after_understand": func(t *trial, in, out json.RawMessage) {
			want := wayTo(into[string](t, out))
			if got := wayOf(answer[understood](t, in)); got != want {
				t.Errorf("goes to %s, want %s", got, want)
			}
		},
		"route_after_think": func(t *trial, in, out json.RawMessage) {
			var want struct {
				Decision decision `json:"decision"`
				Next     string   `json:"next"`
			}
			decode(t, out, &want)
			got := answer[thought](t, in).settled().Decision
			next := "reply"
			if got == planDirect {
				next = "act"
			}
			if got != want.Decision || next != want.Next {
				t.Errorf("decides %s and goes to %s, want %s and %s", got, next, want.Decision, want.Next)
			}
		},
		"should_continue_act": func(t *trial, in, out json.RawMessage) {
			var state struct {
				Pending json.RawMessage `json:"pending_action"`
				Index   int             `json:"current_step_index"`
				Total   int             `json:"total_steps"`
			}
			decode(t, in, &state)
			want := into[string](t, out)
			if got := next(answer[action](t, state.Pending).Action, state.Index, state.Total); got != want {
				t.Errorf("goes to %s, want %s", got, want)
			}
		},
		"mode": func(t *trial, in, out json.RawMessage) {
			var want struct {
				Mode     string `json:"mode"`
				MaxSteps int    `json:"max_steps"`
				Quick    bool   `json:"skip_think"`
				Raises   string `json:"raises"`
			}
			decode(t, out, &want)
			m, err := modeNamed(into[string](t, in))
			if want.Raises != "" {
				if err == nil {
					t.Errorf("mode %+v, want an error", m)
				}
				return
			}
			if got := (mode{want.Mode, want.MaxSteps, want.Quick}); m != got || err != nil {
				t.Errorf("mode %+v, %v, want %+v", m, err, got)
			}
		},
	}
	checks[raw.Kind](t, raw.Input, raw.Output)
}

// wayTo returns Understand's decision that leads to a node.
func wayTo(node string) string {
	return map[string]string{"reply": wayClarify, "act_quick": wayQuick, "think": wayPlan}[node]
}

// next returns the node after an action, in the program's terms.
func next(kind actionKind, index, total int) string {
	switch kind.leads() {
	case leadsOn:
		return "continue"
	case leadsNext:
		if index < total {
			return "continue"
		}
		return "reply"
	}
	if kind == actAskUser || kind == actFail { // they have a node of their own, and lead to Reply too
		return string(kind)
	}
	return "reply"
}

// answer decodes an answer as the stages do; null is none.
func answer[T any](t *trial, raw json.RawMessage) T {
	t.Helper()
	var none T
	if string(raw) == "null" {
		return none
	}
	v, err := reply.Decode[T](pipeline.Strict, string(raw))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
