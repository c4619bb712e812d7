package openclaw

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// The cases are named after their question, most have no input; any other name is about the setting in its input.
func TestVectorContextEngine_O30(t *testing.T) {
	rules := map[string]func(*testing.T, json.RawMessage) any{
		"legacy_info": func(*testing.T, json.RawMessage) any {
			i := history.Legacy{}.Info()
			return map[string]any{"id": i.ID, "name": i.Name, "version": i.Version}
		},
		"legacy_ingest": func(*testing.T, json.RawMessage) any {
			return map[string]any{"ingested": history.Legacy{}.Ingest("s", pipeline.Message{})}
		},
		"legacy_assemble": assembled,
		"blank_slot":      func(*testing.T, json.RawMessage) any { return resolved("  ") },
		"unknown_engine":  func(*testing.T, json.RawMessage) any { return resolved("nope") },
	}
	eachCase(t, "context_engine.json", func(t *testing.T, v vector[json.RawMessage, any], by func(string)) {
		rule := rules[v.ID]
		if rule == nil {
			rule = func(t *testing.T, slot json.RawMessage) any { return resolved(decoded[given](t, slot).text) }
		}
		if diff := cmp.Diff(v.Expected, rule(t, v.Input)); diff != "" {
			t.Errorf("-program +here:\n%s", diff)
		}
	})
}

// resolved returns the id of the engine that a setting names, or the error as the program throws it.
func resolved(slot string) string {
	e, err := history.Default().Resolve(slot)
	if err != nil {
		return "Error: " + err.Error()
	}
	return e.Info().ID
}

// assembled returns the legacy engine's result for the messages of a case.
func assembled(t *testing.T, raw json.RawMessage) any {
	in := decoded[struct {
		Messages    []entry
		TokenBudget int
	}](t, raw)
	var all []pipeline.Message
	for _, m := range messages(in.Messages) {
		all = append(all, pipeline.Text(string(m.Role), "message", m.Text))
	}
	got, err := history.Legacy{}.Assemble("s", all, in.TokenBudget)
	if err != nil {
		t.Fatal(err)
	}
	var addition any
	if got.Addition != "" {
		addition = got.Addition
	}
	same := len(got.Messages) == len(all) && &got.Messages[0] == &all[0]
	return map[string]any{
		"sameArray": same, "estimatedTokens": float64(got.Tokens), "systemPromptAddition": addition,
	}
}
