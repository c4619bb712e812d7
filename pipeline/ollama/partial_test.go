package ollama_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// 64 kB of a failed answer are kept, with a note of what was cut off. A whole answer is kept whole.
func TestChatPartial(t *testing.T) {
	const most = 64 << 10
	message := func(key, text string) string { return fmt.Sprintf(`{"message":{%q:%q}}`+"\n", key, text) }
	call := `{"message":{"tool_calls":[{"function":{"name":"look","arguments":{"at":"` + strings.Repeat("c", most) +
		`"}}}]}}` + "\n"
	for _, tt := range []struct {
		name               string
		body               string
		content, reasoning string
		calls              int
	}{
		{"short", message("content", "abc"), "abc", "", 0},
		{"just as much", message("content", strings.Repeat("a", most)), strings.Repeat("a", most), "", 0},
		{"long", strings.Repeat(message("content", strings.Repeat("a", most)), 9),
			strings.Repeat("a", most) + "… more was cut off (524288 bytes)", "", 0},
		{"in a character", message("content", "a"+strings.Repeat("ö", most/2)),
			"a" + strings.Repeat("ö", most/2-1) + "… more was cut off (2 bytes)", "", 0},
		{"thoughts", message("thinking", strings.Repeat("b", most)) + message("content", "abc"),
			"abc", strings.Repeat("b", most-3) + "… more was cut off (3 bytes)", 0},
		{"calls", message("content", "abc") + call + call, "abc\n… more was cut off (tool calls: 2)", "", 0},
		{"calls alone", strings.Replace(call, strings.Repeat("c", most), "", 1) + call,
			"… more was cut off (tool calls: 1)", "", 1},
	} {
		s := ollamatest.New(t, always(ollamatest.Answer{Body: tt.body}))
		resp, err := newClient(t, s.URL).Chat(t.Context(), hello())
		if err == nil {
			t.Errorf("%s: an answer without an end", tt.name)
		}
		if d := cmp.Diff([]any{tt.content, tt.reasoning, tt.calls},
			[]any{resp.Content, resp.Reasoning, len(resp.ToolCalls)}); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
	text := strings.Repeat("a", 2*most)
	s := ollamatest.New(t, always(ollamatest.Answer{Body: message("content", text) + `{"done":true}` + "\n"}))
	if resp, err := newClient(t, s.URL).Chat(t.Context(), hello()); err != nil || resp.Content != text {
		t.Errorf("a whole answer: %d bytes, %v", len(resp.Content), err)
	}
}

// A server's counts are accepted if plausible; otherwise they count as unmeasured, and spoil no answer.
func TestChatUsage(t *testing.T) {
	for figures, want := range map[string]pipeline.Response{
		`"prompt_eval_count":19,"eval_count":2,"prompt_eval_duration":3,"eval_duration":4`: {
			Usage: pipeline.Usage{Prompt: 19, Completion: 2}, Duration: 7},
		`"prompt_eval_count":-5,"eval_count":1000000000000000`:       {},
		`"prompt_eval_count":8000,"eval_count":-1`:                   {Usage: pipeline.Usage{Prompt: 8000}},
		`"prompt_eval_count":9000,"eval_count":9000`:                 {},
		`"prompt_eval_count":1e30,"eval_count":3`:                    {Usage: pipeline.Usage{Completion: 3}},
		`"prompt_eval_count":"many","eval_count":3`:                  {Usage: pipeline.Usage{Completion: 3}},
		`"prompt_eval_count":99999999999999999999,"eval_count":null`: {},
		`"prompt_eval_duration":-7,"eval_duration":9`:                {},
		`"prompt_eval_duration":7,"eval_duration":9e18`:              {Duration: 7},
		`"eval_duration":9000000000000000000`:                        {},
		`"total_duration":"long","load_duration":-1,"eval_count":3`:  {Usage: pipeline.Usage{Completion: 3}},
	} {
		s := ollamatest.New(t, always(ollamatest.Answer{
			Body: `{"message":{"content":"yes"},"done":true,"done_reason":"stop",` + figures + "}\n",
		}))
		resp, err := newClient(t, s.URL).Chat(t.Context(), hello())
		want.Content, want.Finish, want.Origin = "yes", "stop", origin()
		if d := cmp.Diff(want, resp); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", figures, err, d)
		}
	}
}
