package anthropic_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/anthropic"
)

// The system prompt, texts, calls and tools are counted; a body without messages is refused.
func TestCountTokens(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"messages":[{"role":"user","content":"abcd"}]}`:                                                                      `{"input_tokens":1}`,
		`{"system":"abcdefgh","messages":[{"role":"user","content":"abcd"}]}`:                                                  `{"input_tokens":3}`,
		`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"abcd","input":{"a":"bcdefg"}}]}]}`:    `{"input_tokens":5}`,
		`{"messages":[{"role":"user","content":"abcd"}],"tools":[{"name":"abcd","description":"abcdefgh","input_schema":{}}]}`: `{"input_tokens":5}`,
	} {
		sent, err := anthropic.CountTokens([]byte(body))
		if err != nil || sent.Status != http.StatusOK || string(sent.Pieces[0]) != want {
			t.Errorf("%s: %v %s, want %s", body, err, sent.Pieces, want)
		}
	}
	for _, body := range []string{``, `[]`, `{}`, `{"messages":[]}`} {
		_, err := anthropic.CountTokens([]byte(body))
		if _, is := errors.AsType[*provider.SyntaxError](err); !is {
			t.Errorf("%s: %v, want a SyntaxError", body, err)
		}
	}
}
