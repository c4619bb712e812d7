package app

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const said = `"messages":[{"role":"user","content":"Hi"}]`
	for name, tc := range map[string]struct {
		line string
		want LogLine
	}{
		"keys beside the body": {
			`{"case":"a","turn":2,"stage":"s","id":7,"time":"now","model":"m",` + said + `,"response":"Hi."}`,
			LogLine{Case: "a", Turn: 2, Stage: "s", Endpoint: ChatCompletions,
				Body:   []byte(`{"model":"m",` + said + `}`),
				Answer: []byte(`"Hi."`)},
		},
		"a body by itself": {
			`{"case":4711,"path":"/v1/messages?beta=true","status":200,"body":{"model":"m",` + said + `},"response":null}`,
			LogLine{Case: "4711", Endpoint: Messages, Body: []byte(`{"model":"m",` + said + `}`)},
		},
		"a request by itself": {
			`{"endpoint":"ollama.chat","request":{` + said + `}}`,
			LogLine{Endpoint: OllamaChat, Body: []byte(`{` + said + `}`)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseLine([]byte(tc.line))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		``:                                  "want a request",
		`[1]`:                               "want a request",
		`{"case":"a"}`:                      "no request in it",
		`{"model":"m"}`:                     "no request in it",
		`{"messages":[]} {}`:                "more than one JSON value",
		`{"messages":[`:                     "messages: ",
		`{"messages":[]}x`:                  "more than one JSON value",
		`{"case":[],"messages":[]}`:         "case: want a text",
		`{"turn":"1","messages":[]}`:        "turn: want a number from 1 to 100000, got ",
		`{"turn":-1,"messages":[]}`:         "turn: want a number from 1 to 100000, got ",
		`{"turn":1000000000,"messages":[]}`: "turn: want a number from 1 to 100000, got 1000000000",
		`{"path":"/x","messages":[]}`:       `path: "/x" is not a path of a model's API`,
		`{"endpoint":1,"messages":[]}`:      "endpoint: want one of",
	} {
		if _, err := ParseLine([]byte(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", line, err, want)
		}
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]Endpoint{
		`{"messages":[]}`:                                                 ChatCompletions,
		`{"messages":[],"response_format":{}}`:                            ChatCompletions,
		`{"input":"Hi"}`:                                                  Responses,
		`{"previous_response_id":"resp_1"}`:                               Responses,
		`{"prompt":"Hi"}`:                                                 OllamaGenerate,
		`{"messages":[],"system":"S"}`:                                    Messages,
		`{"messages":[],"stop_sequences":[]}`:                             Messages,
		`{"messages":[],"tools":[{"input_schema":{}}]}`:                   Messages,
		`{"messages":[{"content":[{"type":"tool_result"}]}]}`:             Messages,
		`{"messages":[{"content":[{"type":"text"}]}]}`:                    ChatCompletions,
		`{"messages":[],"options":{}}`:                                    OllamaChat,
		`{"messages":[],"keep_alive":"5m"}`:                               OllamaChat,
		`{"messages":[],"format":"json"}`:                                 OllamaChat,
		`{"messages":[{"tool_calls":[{"function":{"arguments":{}}}]}]}`:   OllamaChat,
		`{"messages":[{"tool_calls":[{"function":{"arguments":"{}"}}]}]}`: ChatCompletions,
		`{"messages":"?","tools":7}`:                                      ChatCompletions,
	} {
		if got, err := guess([]byte(body)); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", body, got, err, want)
		}
	}
}

func TestResponse(t *testing.T) {
	t.Parallel()
	call := `[{"id":"call_0123456789","type":"function","function":{"name":"f","arguments":"{}"}}]`
	for name, tc := range map[string]struct {
		endpoint Endpoint
		answer   string
		content  string
		calls    int
	}{
		"a text":           {ChatCompletions, `"Hi."`, "Hi.", 0},
		"a message":        {Responses, `{"role":"assistant","content":"Hi."}`, "Hi.", 0},
		"calls":            {Messages, `{"content":null,"tool_calls":` + call + `}`, "", 1},
		"chat":             {ChatCompletions, `{"choices":[{"message":{"content":"Hi."}}]}`, "Hi.", 0},
		"a proxy's":        {Messages, `{"choices":[{"message":{"content":"Hi."}}]}`, "Hi.", 0},
		"anthropic":        {Messages, `{"content":[{"type":"text","text":"Hi."}]}`, "Hi.", 0},
		"anthropic, plain": {Messages, `{"role":"assistant","content":"Hi."}`, "Hi.", 0},
		"ollama":           {OllamaChat, `{"message":{"content":"Hi."},"done":true}`, "Hi.", 0},
		"generate":         {OllamaGenerate, `{"response":"Hi.","done":true}`, "Hi.", 0},
		"responses": {Responses, `{"output":[{"type":"message","role":"assistant","content":` +
			`[{"type":"output_text","text":"Hi."}]}]}`, "Hi.", 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := LogLine{Endpoint: tc.endpoint, Answer: []byte(tc.answer)}
			resp, ok, err := l.Response()
			if err != nil || !ok || resp.Content != tc.content || len(resp.ToolCalls) != tc.calls {
				t.Errorf("%q, %d calls, known: %t, %v", resp.Content, len(resp.ToolCalls), ok, err)
			}
		})
	}
	if _, ok, err := (&LogLine{}).Response(); ok || err != nil {
		t.Errorf("a line without a response: known: %t, %v", ok, err)
	}
	if _, _, err := (&LogLine{Answer: []byte("[1]")}).Response(); err == nil {
		t.Error("a list is no response")
	}
}

// Whatever parses is a request that a server could be sent: one JSON object, for an existing endpoint.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"case":"a","turn":1,"messages":[{"role":"user","content":"Hi"}],"response":{"content":"x"}}`))
	f.Add([]byte(`{"body":{"input":"Hi"},"path":"/v1/responses"}`))
	f.Add([]byte(`{"prompt":1,"endpoint":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ParseLine(data)
		if err != nil {
			return
		}
		if _, _, err := split(l.Body); err != nil || l.Endpoint == "" || l.Turn < 0 {
			t.Fatalf("%q: body %q, endpoint %q, turn %d: %v", data, l.Body, l.Endpoint, l.Turn, err)
		}
		_, _, _ = l.Response()
	})
}
