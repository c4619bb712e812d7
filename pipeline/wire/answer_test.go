package wire_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// Answers as the providers document them come back as one shape.
func TestAnswer_X3(t *testing.T) {
	call := []pipeline.ToolCall{{ID: "c1", Name: "look", Arguments: `{"n":1.0,"a":"\u00e9"}`}}
	m := pipeline.Origin{Model: "m"}
	tests := []struct {
		name, form, body string
		want             pipeline.Response
	}{
		{
			"tool call", wire.OpenAI,
			`{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"logprobs":null,"finish_reason":"tool_calls",
			"message":{"role":"assistant","content":null,"refusal":null,"annotations":[],"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{ \"n\": 1.0 }"}}]}}],
			"usage":{"prompt_tokens":19,"completion_tokens":10,"total_tokens":29,"completion_tokens_details":{"reasoning_tokens":4}}}`,
			pipeline.Response{
				ToolCalls: []pipeline.ToolCall{{ID: "c1", Name: "look", Arguments: `{ "n": 1.0 }`}},
				Finish:    "tool_calls",
				Usage:     pipeline.Usage{Prompt: 19, Completion: 10}, Origin: m,
			},
		},
		{
			"refusal", wire.OpenAI,
			`{"model":"m","choices":[{"message":{"role":"assistant","content":null,"refusal":"I cannot."},"finish_reason":"stop"}]}`,
			pipeline.Response{Content: "I cannot.", Finish: "content_filter", Origin: m},
		},
		{
			"Ollama's reasoning", wire.OpenAI,
			`{"model":"m","choices":[{"message":{"content":"Paris.","reasoning":"A city."},"finish_reason":"stop"}]}`,
			pipeline.Response{Content: "Paris.", Reasoning: "A city.", Finish: "stop", Origin: m},
		},
		{
			"T-2: arguments that are an object", wire.LiteLLM,
			`{"model":"m","choices":[{"message":{"content":"","reasoning_content":"A city.","tool_calls":[{"id":"c1","function":{"name":"look","arguments":{"n": 1.0, "a":"\u00e9"}}}]},"finish_reason":"stop"}]}`,
			pipeline.Response{ToolCalls: call, Reasoning: "A city.", Finish: "tool_calls", Origin: m},
		},
		{
			"thinking, text, tool call, cache", wire.Anthropic,
			`{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"One.","signature":"s"},{"type":"redacted_thinking","data":"x"},
			{"type":"thinking","thinking":"Two.","signature":"s"},{"type":"text","text":"Let me ","citations":null},{"type":"text","text":"look."},{"type":"tool_use","id":"c1","name":"look","input":{"n": 1.0, "a": "\u00e9"}}],
			"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":10,"cache_read_input_tokens":200,"cache_creation_input_tokens":3,"cache_creation":null,"output_tokens":5}}`,
			pipeline.Response{
				Content: "Let me look.", ToolCalls: call, Reasoning: "One.\n\nTwo.", Finish: "tool_calls",
				Usage: pipeline.Usage{Prompt: 213, Completion: 5}, Origin: m,
			},
		},
		{
			"stop sequence", wire.Anthropic,
			`{"type":"message","model":"m","content":[{"type":"text","text":"x"}],"stop_reason":"stop_sequence","stop_sequence":"END"}`,
			pipeline.Response{Content: "x", Finish: "stop", Origin: m},
		},
		{
			"context full", wire.Anthropic,
			`{"type":"message","model":"m","content":[{"type":"text","text":"x"}],"stop_reason":"model_context_window_exceeded"}`,
			pipeline.Response{Content: "x", Finish: "length", Origin: m},
		},
		{
			"reasoning, message, function call", wire.Codex,
			`{"id":"resp_1","object":"response","created_at":1,"status":"completed","error":null,"incomplete_details":null,"model":"m","output":[
			{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"One."},{"type":"summary_text","text":"Two."}]},
			{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Looking.","annotations":[]}]},
			{"type":"function_call","id":"fc_1","call_id":"c1","name":"look","arguments":"{\"n\":1.0,\"a\":\"\\u00e9\"}","status":"completed"}],
			"usage":{"input_tokens":3,"input_tokens_details":{"cached_tokens":0},"output_tokens":4,"total_tokens":7}}`,
			pipeline.Response{
				Content: "Looking.", ToolCalls: call, Reasoning: "One.\n\nTwo.", Finish: "tool_calls",
				Usage: pipeline.Usage{Prompt: 3, Completion: 4}, Origin: m,
			},
		},
		{
			"cut off", wire.Codex,
			`{"object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"Lo"}]}]}`,
			pipeline.Response{Content: "Lo", Finish: "length", Origin: m},
		},
		{
			"refused", wire.Codex,
			`{"object":"response","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]}`,
			pipeline.Response{Content: "No.", Finish: "content_filter", Origin: m},
		},
		{
			"thinking, tool call", wire.Ollama,
			`{"model":"m","created_at":"2026-11-21T02:28:08.9Z","message":{"role":"assistant","content":"","thinking":"A city.","tool_calls":[{"id":"c1","function":{"index":0,"name":"look","arguments":{"n": 1.0, "a": "\u00e9"}}}]},
			"done":true,"done_reason":"stop","total_duration":283761805,"load_duration":280329384,"prompt_eval_count":7,"eval_count":4}`,
			pipeline.Response{
				ToolCalls: call, Reasoning: "A city.", Finish: "tool_calls",
				Usage: pipeline.Usage{Prompt: 7, Completion: 4}, Duration: 283761805 * time.Nanosecond, Origin: m,
			},
		},
		{
			"invalid UTF-8 is repaired", wire.Ollama,
			"{\"model\":\"m\",\"message\":{\"content\":\"a\xff\xfeb\"},\"done\":true}",
			pipeline.Response{Content: "a\uFFFDb", Origin: m},
		},
	}
	for _, tt := range tests {
		t.Run(tt.form+", "+tt.name, func(t *testing.T) {
			got, err := wire.Answer(tt.form, []byte(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// One response in each provider's form, to the byte.
func TestAnswerBody_X3(t *testing.T) {
	resp := pipeline.Response{
		Content: "好", Reasoning: "Look first.", ToolCalls: []pipeline.ToolCall{{ID: "c1", Name: "look",
			Arguments: `{"n": 1.0}`}, {ID: "c2", Name: "look", Arguments: "?"}},
		Finish: "tool_calls", Usage: pipeline.Usage{Prompt: 3, Completion: 4}, Duration: 5,
		Origin: pipeline.Origin{Model: "m"},
	}
	const calls = `"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{\"n\": 1.0}"}},{"id":"c2","type":"function","function":{"name":"look","arguments":"?"}}]`
	const openAIEnd = calls +
		`},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}`
	tests := []struct{ form, want string }{
		{wire.OpenAI,
			`{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"好","reasoning":"Look first.",` + openAIEnd},
		{wire.LiteLLM,
			`{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"好","reasoning_content":"Look first.",` + openAIEnd},
		{
			wire.Anthropic,
			`{"type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"Look first."},{"type":"text","text":"好"},` +
				`{"type":"tool_use","id":"c1","name":"look","input":{"n":1.0}},{"type":"tool_use","id":"c2","name":"look","input":{"_raw":"?"}}],` +
				`"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":4}}`,
		},
		{
			wire.Codex, `{"object":"response","model":"m","status":"completed","incomplete_details":null,"output":[` +
				`{"type":"reasoning","content":[{"type":"reasoning_text","text":"Look first."}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"好"}]},` +
				`{"type":"function_call","call_id":"c1","name":"look","arguments":"{\"n\": 1.0}"},{"type":"function_call","call_id":"c2","name":"look","arguments":"?"}],` +
				`"usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7}}`,
		},
		{
			wire.Ollama,
			`{"model":"m","message":{"role":"assistant","content":"好","tool_calls":[{"id":"c1","function":{"name":"look","arguments":{"n":1.0}}},` +
				`{"id":"c2","function":{"name":"look","arguments":{"_raw":"?"}}}],"thinking":"Look first."},"done":true,"done_reason":"stop","total_duration":5,"prompt_eval_count":3,"eval_count":4}`,
		},
	}
	for _, tt := range tests {
		body, err := wire.AnswerBody(tt.form, resp)
		if err != nil {
			t.Fatal(err)
		}
		got, err := jsonvalue.Canonical(body)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, string(got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.form, d)
		}
	}
}

func TestAnswerError_X3(t *testing.T) {
	tests := []struct {
		form, body string
		want       wire.Error
	}{
		{wire.OpenAI,
			`{"error":{"message":"Rate limit reached","type":"requests","param":null,"code":"rate_limit_exceeded"}}`,
			wire.Error{Kind: "requests", Code: "rate_limit_exceeded", Message: "Rate limit reached"}},
		{wire.LiteLLM, `{"error":{"message":"no such model","type":null,"code":400}}`,
			wire.Error{Kind: "400", Message: "no such model"}},
		{wire.Anthropic,
			`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}`,
			wire.Error{Kind: "overloaded_error", Message: "Overloaded"}},
		{wire.Codex,
			`{"object":"response","status":"failed","error":{"code":"server_error","message":"boom"},"output":[]}`,
			wire.Error{Kind: "server_error", Message: "boom"}},
		{wire.Ollama, `{"error":"model 'nope' not found"}`, wire.Error{Message: "model 'nope' not found"}},
		{wire.OpenAI, `{"error":[1, 2]}`, wire.Error{Message: "[1,2]"}},
	}
	for _, tt := range tests {
		_, err := wire.Answer(tt.form, []byte(tt.body))
		got, ok := errors.AsType[*wire.Error](err)
		if !ok {
			t.Errorf("%s: error %v is no *wire.Error", tt.form, err)
			continue
		}
		if d := cmp.Diff(tt.want, *got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.form, d)
		}
		if !strings.HasPrefix(err.Error(), tt.form+" answer: ") || !strings.HasSuffix(err.Error(), got.Message) {
			t.Errorf("error %q", err)
		}
	}
}

// A body that is no answer, or holds what no response could hold, gives an error that says why.
func TestNoAnswer_X3(t *testing.T) {
	tests := []struct{ form, body, want string }{
		{wire.OpenAI, ``, "openai answer: unexpected end of JSON input"},
		{wire.OpenAI, `{}{}`, "openai answer: invalid character '{' after top-level value"},
		{wire.OpenAI, `{"choices":[]}`, "openai answer: no choices"},
		{
			wire.OpenAI,
			`{"choices":[{"message":{"tool_calls":[{"id":"1","type":"custom","custom":{"name":"x","input":"y"}}]}}]}`,
			`openai answer: tool_calls[0]: a call of type "custom"`,
		},
		{wire.Anthropic, `{}`, `anthropic answer: type "": want message`},
		{wire.Anthropic, `{"type":"message","content":[{"type":"image"}]}`,
			`anthropic answer: content[0]: a block of type "image"`},
		{wire.Codex, `{}`, `codex answer: object "": want response`},
		{wire.Codex, `{"object":"response","status":"queued"}`,
			`codex answer: status "queued": want completed or incomplete`},
		{wire.Codex, `{"object":"response","output":[{"type":"web_search_call"}]}`,
			`codex answer: output[0]: an item of type "web_search_call"`},
		{wire.Ollama, `{"model":"m","message":{"content":"a"},"done":false}`,
			"ollama answer: not done: the answer is cut off"},
	}
	for _, tt := range tests {
		_, err := wire.Answer(tt.form, []byte(tt.body))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s %s:\n got %v\nwant %s", tt.form, tt.body, err, tt.want)
		}
	}
}

// Read takes only what Body writes: anything else would be lost silently.
func TestReadIsStrict_X2(t *testing.T) {
	tests := []struct{ form, body, want string }{
		{wire.OpenAI, `{"model":"m","messages":[],"user":"me"}`, `openai request: json: unknown field "user"`},
		{wire.OpenAI, `{"messages":[],"top_k":1}`, `openai request: json: unknown field "top_k"`},
		{wire.OpenAI, `{"messages":[],"response_format":{"type":"text"}}`,
			`openai request: response_format: a format of type "text"`},
		{wire.OpenAI, `{"messages":[{"role":"assistant","content":"","tool_calls":[{"type":"custom"}]}]}`,
			`openai request: messages[0]: tool_calls[0]: a call of type "custom"`},
		{wire.LiteLLM, `{"messages":[],"min_tokens":1}`, `litellm request: json: unknown field "min_tokens"`},
		{wire.Anthropic, `{"messages":[{"role":"system","content":"x"}]}`,
			`anthropic request: messages[0]: role "system"`},
		{wire.Anthropic, `{"messages":[{"role":"user","content":[{"type":"text","text":"<system>\nx"}]}]}`,
			`anthropic request: messages[0]: content[0]: a block of type "text"`},
		{wire.Anthropic, `{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"x"}]}]}`,
			`anthropic request: messages[0]: content[0]: a block of type "thinking"`},
		{wire.Anthropic, `{"messages":[{"role":"user","content":[{"type":"image","text":"<system>\nx\n</system>"}]}]}`,
			`anthropic request: messages[0]: content[0]: a block of type "image"`},
		{wire.Anthropic, `{"messages":[{"role":"user","content":[{"type":"image","source":1}]}]}`,
			`anthropic request: json: unknown field "source"`},
		{wire.Anthropic, `{"output_config":{"format":{"type":"text"}}}`,
			`anthropic request: output_config: a format of type "text"`},
		{wire.Codex, `{"input":[{"type":"reasoning"}]}`, `codex request: input[0]: an item of type "reasoning"`},
		{wire.Codex, `{"input":[{"type":"message","role":"developer"}]}`,
			`codex request: input[0]: a message of role "developer"`},
		{wire.Codex, `{"input":[],"text":{"format":{"type":"text"}}}`, `codex request: text: a format of type "text"`},
		{wire.Ollama, `{"messages":[{"role":"assistant","content":"","thinking":"x"}]}`,
			`ollama request: json: unknown field "thinking"`},
	}
	for _, tt := range tests {
		_, err := wire.Read(tt.form, []byte(tt.body))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s %s:\n got %v\nwant %s", tt.form, tt.body, err, tt.want)
		}
	}
}
