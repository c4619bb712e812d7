package alfred

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

func compareConversationPhase(t *trial, raw rawVector) {
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	in := into[struct {
		Decision   string   `json:"decision"`
		Types      []string `json:"step_types"`
		HasResults bool     `json:"has_results"`
	}](t, v.Input)
	exactly(t, into[string](t, v.Output), memory.Phase(in.Decision, in.Types, in.HasResults))
}

// The specification says when a text is a question, but not in which words the program says so.
func compareUserExpressed(t *trial, raw rawVector) {
	t.onlyProgram() // by default Understand tells what the user demands
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	want, got := into[string](t, v.Output), memory.Expressed(said(into[string](t, v.Input))).String()
	if strings.Contains(into[string](t, v.Input), "?") && got == memory.Question {
		others := []string{"", "expressed preference", "wants quick options", "confirmed"}
		if slices.Contains(others, want) || strings.HasPrefix(want, "excluded: ") {
			t.Errorf("want %q, got %q", want, got)
		}
		return
	}
	exactly(t, want, got)
}

func compareCompressTurnSummaries(t *trial, raw rawVector) {
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	in := into[struct {
		Existing  string          `json:"existing"`
		Summaries []vectorSummary `json:"summaries"`
	}](t, v.Input)
	exactly(t, into[string](t, v.Output),
		memory.Compressed(said(in.Existing), summariesOf(in.Summaries)).String())
}

func compareSerializeStepResults(t *trial, raw rawVector) {
	v := vectorAs[json.RawMessage, json.RawMessage](t, raw)
	got := map[string]memory.Serialized{}
	for _, step := range into[[][2]json.RawMessage](t, v.Input) {
		got[strconv.Itoa(into[int](t, step[0]))] = outcomeOf(t, step[1]).Serialized()
	}
	sameJSON(t, v.ID, got, v.Output)
}
