package bill_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/suites/bill"
)

// evaluated is what a server says of a prompt.
type evaluated struct {
	Tokens   int           `json:"prompt_eval_count"`
	Duration time.Duration `json:"prompt_eval_duration"`
}

// askReal asks the random model, which answers with a few tokens.
func askReal(t *testing.T, url string, req *pipeline.Request) evaluated {
	t.Helper()
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	body := map[string]any{"model": req.Model, "stream": false,
		"options": map[string]any{"num_predict": 1, "num_ctx": 2048}}
	var messages []message
	for _, m := range req.Messages {
		messages = append(messages, message{m.Role, m.Content()})
	}
	body["messages"] = messages
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(url+"/api/chat", "application/json", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var e evaluated
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status, err)
	}
	return e
}

// A real server evaluates a prompt faster if the one before begins with the same text, and not if a clock stands in the
// first section: what the rules say that it keeps. Durations are ranked, not judged, since machines differ.
func TestOllamaKeepsAStablePrefix(t *testing.T) {
	server := ollamatest.NewReal(t, []string{"OLLAMA_NUM_PARALLEL=1"}, ollamatest.KindRandom)
	rules := strings.Repeat("Answer from the notes alone, and say what is missing from them. ", 15) // half the context
	now := 0
	request := func(clock bool) *pipeline.Request {
		now++
		said := fmt.Sprintf("What is note %03d about?", now)
		first := "Rules. "
		if clock {
			first = fmt.Sprintf("It is %03d. ", now)
		}
		return &pipeline.Request{
			Path: fmt.Sprint(now), Stage: "main", Model: string(ollamatest.KindRandom),
			Messages: []pipeline.Message{
				{Role: pipeline.RoleSystem, Sections: []pipeline.Section{{Name: "First", Text: first},
					{Name: "Rules", Text: rules}}},
				pipeline.Text(pipeline.RoleUser, "Words", said),
			},
		}
	}
	const pairs = 5
	var took [2][]evaluated // of the second prompt of each pair: without a clock, and with one
	ollama, of := bill.RulesOf("ollama"), bill.New()
	for range pairs {
		for i, clock := range []bool{false, true} {
			for second := range 2 {
				req := request(clock)
				prefix := of.Add(req)
				e := askReal(t, server.URL(), req)
				if second == 0 {
					continue
				}
				took[i] = append(took[i], e)
				kept := ollama.Kept(&prefix)
				if most := req.EstimatedTokens(); clock == (kept > most/2) {
					t.Errorf("clock %t: the rules say that %d of %d tokens are kept", clock, kept, most)
				}
			}
		}
	}
	faster := 0
	for _, stable := range took[0] {
		for _, clocked := range took[1] {
			if stable.Duration < clocked.Duration {
				faster++
			}
		}
	}
	t.Logf("without a clock %v, with one %v: faster in %d of %d pairs", took[0], took[1], faster, pairs*pairs)
	if 2*took[0][0].Tokens < took[1][0].Tokens {
		t.Error("the server counts what it evaluates alone: docs/providers-cache.md says that it counts whole prompts")
	}
	if faster < pairs*pairs*9/10 {
		t.Errorf("only %d of %d prompts are evaluated faster without a clock", faster, pairs*pairs)
	}
}
