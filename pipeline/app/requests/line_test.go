package requests

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/app/api"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const said = `"messages":[{"role":"user","content":"Hi"}]`
	for name, tc := range map[string]struct {
		line string
		want Line
	}{
		"keys beside the body": {
			`{"case":"a","turn":2,"stage":"s","id":7,"time":"now","model":"m",` + said + `,"response":"Hi."}`,
			Line{Case: "a", Turn: 2, Stage: "s", Endpoint: api.ChatCompletions, Body: []byte(`{"model":"m",` + said + `}`),
				Answer: []byte(`"Hi."`)},
		},
		"a body by itself": {
			`{"case":4711,"path":"/v1/messages?beta=true","status":200,"body":{"model":"m",` + said + `},"response":null}`,
			Line{Case: "4711", Endpoint: api.Messages, Body: []byte(`{"model":"m",` + said + `}`)},
		},
		"a request by itself": {
			`{"endpoint":"ollama.chat","request":{` + said + `}}`,
			Line{Endpoint: api.OllamaChat, Body: []byte(`{` + said + `}`)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse([]byte(tc.line))
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
		`{"path":"/x","messages":[]}`:       "path: no model is asked at",
		`{"endpoint":1,"messages":[]}`:      "endpoint: want one of",
	} {
		if _, err := Parse([]byte(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", line, err, want)
		}
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]api.Endpoint{
		`{"messages":[]}`:                                                 api.ChatCompletions,
		`{"messages":[],"response_format":{}}`:                            api.ChatCompletions,
		`{"input":"Hi"}`:                                                  api.Responses,
		`{"previous_response_id":"resp_1"}`:                               api.Responses,
		`{"prompt":"Hi"}`:                                                 api.OllamaGenerate,
		`{"messages":[],"system":"S"}`:                                    api.Messages,
		`{"messages":[],"stop_sequences":[]}`:                             api.Messages,
		`{"messages":[],"tools":[{"input_schema":{}}]}`:                   api.Messages,
		`{"messages":[{"content":[{"type":"tool_result"}]}]}`:             api.Messages,
		`{"messages":[{"content":[{"type":"text"}]}]}`:                    api.ChatCompletions,
		`{"messages":[],"options":{}}`:                                    api.OllamaChat,
		`{"messages":[],"keep_alive":"5m"}`:                               api.OllamaChat,
		`{"messages":[],"format":"json"}`:                                 api.OllamaChat,
		`{"messages":[{"tool_calls":[{"function":{"arguments":{}}}]}]}`:   api.OllamaChat,
		`{"messages":[{"tool_calls":[{"function":{"arguments":"{}"}}]}]}`: api.ChatCompletions,
		`{"messages":"?","tools":7}`:                                      api.ChatCompletions,
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
		endpoint api.Endpoint
		answer   string
		content  string
		calls    int
	}{
		"a text":           {api.ChatCompletions, `"Hi."`, "Hi.", 0},
		"a message":        {api.Responses, `{"role":"assistant","content":"Hi."}`, "Hi.", 0},
		"calls":            {api.Messages, `{"content":null,"tool_calls":` + call + `}`, "", 1},
		"chat":             {api.ChatCompletions, `{"choices":[{"message":{"content":"Hi."}}]}`, "Hi.", 0},
		"a proxy's":        {api.Messages, `{"choices":[{"message":{"content":"Hi."}}]}`, "Hi.", 0},
		"anthropic":        {api.Messages, `{"content":[{"type":"text","text":"Hi."}]}`, "Hi.", 0},
		"anthropic, plain": {api.Messages, `{"role":"assistant","content":"Hi."}`, "Hi.", 0},
		"ollama":           {api.OllamaChat, `{"message":{"content":"Hi."},"done":true}`, "Hi.", 0},
		"generate":         {api.OllamaGenerate, `{"response":"Hi.","done":true}`, "Hi.", 0},
		"responses": {api.Responses, `{"output":[{"type":"message","role":"assistant","content":` +
			`[{"type":"output_text","text":"Hi."}]}]}`, "Hi.", 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := Line{Endpoint: tc.endpoint, Answer: []byte(tc.answer)}
			resp, ok, err := l.Response()
			if err != nil || !ok || resp.Content != tc.content || len(resp.ToolCalls) != tc.calls {
				t.Errorf("%q, %d calls, known: %t, %v", resp.Content, len(resp.ToolCalls), ok, err)
			}
		})
	}
	if _, ok, err := (&Line{}).Response(); ok || err != nil {
		t.Errorf("a line without a response: known: %t, %v", ok, err)
	}
	if _, _, err := (&Line{Answer: []byte("[1]")}).Response(); err == nil {
		t.Error("a list is no response")
	}
}

// What can be parsed is a request that a server would be sent: one JSON object, for an endpoint that there is.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"case":"a","turn":1,"messages":[{"role":"user","content":"Hi"}],"response":{"content":"x"}}`))
	f.Add([]byte(`{"body":{"input":"Hi"},"path":"/v1/responses"}`))
	f.Add([]byte(`{"prompt":1,"endpoint":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse(data)
		if err != nil {
			return
		}
		if _, _, err := split(l.Body); err != nil || l.Endpoint == "" || l.Turn < 0 {
			t.Fatalf("%q: body %q, endpoint %q, turn %d: %v", data, l.Body, l.Endpoint, l.Turn, err)
		}
		_, _, _ = l.Response()
	})
}
