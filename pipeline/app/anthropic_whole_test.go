package app_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Each of these bodies has every kind of member and block that a reader knows, and some unknown ones.
var anthropicWhole = map[app.Endpoint][]string{
	app.Messages: {
		`{"model":"m1","max_tokens":201,"system":"sys text","messages":[{"role":"user","content":"hi there"}],
		 "metadata":{"user_id":"u-17"},"tool_choice":{"type":"auto","disable_parallel_tool_use":true},"temperature":0.25,
		 "stop_sequences":["S1","S2"],"stream":false,"thinking":{"type":"enabled","budget_tokens":1024},"unknown":[1,{"z":null}]}`,
		`{"messages":[{"role":"user","content":[
		 {"type":"text","text":"look","cache_control":{"type":"ephemeral","ttl":"1h"}},
		 {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="},"cache_control":{"type":"ephemeral"}},
		 {"type":"image","source":{"type":"url","url":"https://example.com/a.png"}},
		 {"type":"image","source":{"type":"file","file_id":"file_011"}},
		 {"type":"image","source":{"type":"base64","media_type":"image/png","data":"no base64!"}},
		 {"type":"image","source":{"type":"strange","where":"there"}},
		 {"type":"image"},
		 {"type":"document","title":"T1","context":"C1","citations":{"enabled":true},"source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0="}},
		 {"type":"document","source":{"type":"text","media_type":"text/plain","data":"plain words"}},
		 {"type":"document","source":{"type":"content","content":[{"type":"text","text":"inner words"}]}},
		 {"type":"search_result","source":"s.com","title":"t9","content":[{"type":"text","text":"found"}]},
		 {"type":"novel","deep":{"er":[17,false]}}, "a bare text", 12, {"text":"no type"}, {"type":5,"text":"odd type"}, {"type":"text","text":8}
		 ],"extra":"on message"}]}`,
		`{"system":[{"type":"text","text":"first","cache_control":{"type":"ephemeral"}},{"type":"text","text":"second"},{"type":"other","q":1}],
		 "messages":[{"role":"assistant","content":[
		 {"type":"thinking","thinking":"let me see","signature":"sig=="},{"type":"redacted_thinking","data":"secret=="},
		 {"type":"text","text":"calling"},
		 {"type":"tool_use","id":"toolu_1","name":"w","input":{"city":"Paris","n":1.50},"cache_control":{"type":"ephemeral"},"caller":{"type":"direct"}},
		 {"type":"text","text":"and again"},
		 {"type":"tool_use","id":"toolu_2","name":"w2","input":"text input"},
		 {"type":"tool_use","id":7,"name":null},
		 {"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"q":"x"}},
		 {"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"type":"web_search_result","url":"u"}]}]},
		 {"role":"user","content":[
		 {"type":"tool_result","tool_use_id":"toolu_1","content":"sunny","is_error":false,"cache_control":{"type":"ephemeral"}},
		 {"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"part one"},{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lG"}},{"type":"text","text":"part two","x":1}]},
		 {"type":"tool_result","tool_use_id":"toolu_3"},
		 {"type":"text","text":"and so?"},
		 {"type":"tool_result","tool_use_id":"toolu_4","content":null,"is_error":true}]},
		 {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_5","content":"x"}],"odd":1},
		 {"role":"assistant","content":null},{"role":"judge","content":"hm"},{"content":"no role"},"bare","x",17,
		 {"role":"user","content":[{"type":"tool_use","id":"u1","name":"by user","input":{}}]},
		 {"role":"assistant","content":[{"type":"tool_result","tool_use_id":"a1","content":"by assistant"}]}]}`,
		`{"messages":[{"role":"user","content":"x"}],"tools":[
		 {"name":"weather","description":"of a city","input_schema":{"type":"object","properties":{"city":{"type":"string"}}},"cache_control":{"type":"ephemeral"},"strict":true},
		 {"type":"web_search_20250305","name":"web_search","max_uses":5},{"type":"custom","name":"weather","description":"twice"},
		 {"type":"nameless"},"bare tool",{"name":3,"description":[1],"input_schema":"odd"}],
		 "output_config":{"effort":"high","format":{"type":"json_schema","name":"verdict","schema":{"type":"object","title":"V"},"strict":true}},
		 "output_format":{"type":"json_schema","schema":{"type":"array"}}}`,
		`{"messages":[{"role":"user","content":"x"}],"system":{"odd":1},"tools":{"odd":2},"output_config":"odd","output_format":{"type":"json_schema","schema":{"a":1}},"model":7,"stream":"yes"}`,
		`{"messages":[{"role":"user","content":"x"}],"output_config":{"format":{"type":"grammar","g":"x"}},"system":"","tools":[]}`,
	},
	app.OllamaChat: {
		`{"model":"llama3.2","messages":[{"role":"system","content":"be good"},
		 {"role":"user","content":"see","images":["iVBORw0KGgo=","not base64!",4],"extra":{"a":1}},
		 {"role":"assistant","content":"ok","thinking":"hm","tool_calls":[
		 {"id":"call_1","type":"function","function":{"index":0,"name":"w","arguments":{"city":"Rome","n":2.0}}},
		 {"function":{"index":7,"name":"w2","arguments":"{\"a\":1}","more":true}},{"function":"odd"},"bare",{"type":"custom","x":2}]},
		 {"role":"tool","tool_name":"w","tool_call_id":"call_1","content":"sunny"},
		 {"role":"user","tool_name":"not a tool","tool_calls":[{"function":{"name":"u","arguments":{}}}],"content":9},
		 {"role":"planner","content":"p"},"bare",{"role":"assistant","tool_calls":{},"images":"odd","thinking":["t"]}],
		 "tools":[{"type":"function","function":{"name":"w","description":"d","parameters":{"type":"object"},"strict":true},"z":1},
		 {"type":"code","function":{"name":"w"}},{"type":"builtin"},"odd"],
		 "format":{"type":"object","properties":{"a":{"type":"string"}}},"options":{"temperature":0,"num_ctx":8192,"new":"opt"},
		 "keep_alive":"5m","think":"high","stream":false,"logprobs":true,"unknown":{"k":[1,2]}}`,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"format":"json","stream":true,"tools":null}`,
		`{"messages":[{"role":"user","content":"x"}],"format":"yaml","tools":[{"function":{"name":["odd"],"parameters":5}}],"think":true}`,
		`{"model":"m","messages":[],"keep_alive":0}`, `{"model":"m"}`, `{"model":"m","messages":null}`,
	},
	app.OllamaGenerate: {
		`{"model":"m","prompt":"why?","suffix":"end","system":"be brief","template":"{{ .Prompt }}","context":[1,2,3],"raw":true,
		 "images":["iVBORw0KGgo="],"format":"json","options":{"seed":7},"keep_alive":-1,"think":false,"stream":false,"x":null}`,
		`{"model":"m","prompt":"","system":"s","images":["iVBORw0KGgo="]}`, `{"prompt":17,"system":["x"]}`, `{"model":"m"}`,
		`{"prompt":"p","system":{"odd":1},"images":"odd","format":{"type":"object"}}`,
	},
}

// Nothing of a body is lost: a change of any leaf changes the request that is read, and the text of each leaf stands
// somewhere in the request.
func TestAnthropicOllamaBodiesAreReadWhole(t *testing.T) {
	t.Parallel()
	for endpoint, bodies := range anthropicWhole {
		for i, body := range bodies {
			t.Run(fmt.Sprint(endpoint, "/", i), func(t *testing.T) { anthropicAccount(t, endpoint, []byte(body)) })
		}
	}
}

// Bodies that real clients sent are read in full.
func TestAnthropicRealBodiesAreReadWhole(t *testing.T) {
	t.Parallel()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	f, err := os.Open(filepath.Join(shared, "data", "requests", "requests.jsonl"))
	if err != nil {
		t.Skip("no recorded requests: ", err)
	}
	defer f.Close()
	read := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r struct {
			Program, Path string
			Body          json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasSuffix(r.Path, "/messages"):
			anthropicAccount(t, app.Messages, r.Body)
			read++
		case strings.HasSuffix(r.Path, "/embeddings"):
			b, err := app.ReadEmbeddings(r.Path, r.Body)
			if err != nil || b.Model == "" || len(b.Texts) == 0 {
				t.Errorf("%s: %v, %+v", r.Program, err, b)
			}
			read++
		}
	}
	if read < 34 || lines.Err() != nil {
		t.Errorf("%d bodies read (%v): want 34", read, lines.Err())
	}
}

func anthropicAccount(t *testing.T, endpoint app.Endpoint, body []byte) {
	t.Helper()
	said := anthropicSaid(t, endpoint, body)
	leaves := anthropicLeaves(t, body)
	if len(leaves) == 0 {
		t.Fatal("a body without leaves")
	}
	for _, leaf := range leaves {
		if other := anthropicSaid(t, endpoint, leaf.changed); other == said {
			t.Errorf("%s: it can change without a trace", leaf.path)
		}
		if leaf.text != "" && !anthropicImplied[leaf.text] && !strings.Contains(said, leaf.text) {
			t.Errorf("%s: %s stands nowhere in\n%s", leaf.path, leaf.text, said)
		}
	}
}

// anthropicImplied are texts that the kind of a section, tool call or tool implies, or that a digest stands for.
var anthropicImplied = map[string]bool{
	`text`: true, `tool_use`: true, `tool_result`: true, `thinking`: true, `base64`: true, `url`: true,
	`function`: true, `json_schema`: true, `iVBORw0KGgo=`: true, `JVBERi0=`: true, `R0lG`: true, `0`: true,
}

// anthropicSaid is the whole text of a request.
func anthropicSaid(t *testing.T, endpoint app.Endpoint, body []byte) string {
	t.Helper()
	b, err := app.NewStore().Read(endpoint, body)
	if err != nil {
		return "error: " + err.Error()
	}
	return anthropicShow(b)
}

func anthropicShow(b *app.Body) string {
	var out strings.Builder
	fmt.Fprintf(&out, "format %s %s\nparameters %s\n", b.Request.Format, b.FormatName, b.Request.Parameters)
	for _, tool := range b.Request.Tools {
		fmt.Fprintf(&out, "tool %s: %s %s\n", tool.Name, tool.Description, tool.Parameters)
	}
	for _, m := range b.Request.Messages {
		fmt.Fprintf(&out, "%s %q %q %s\n", m.Role, m.ToolCallID, m.Name, m.Fields)
		for _, s := range m.Sections {
			fmt.Fprintf(&out, "  %s: %s\n", s.Name, s.Text)
		}
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&out, "  call %s %s %s\n", c.ID, c.Name, c.Arguments)
		}
	}
	return out.String()
}

type anthropicLeaf struct {
	path    string
	text    string // as canonical JSON, without quotes
	changed []byte // the body with another value here
}

// anthropicLeaves are all leaves of a JSON value, empty lists and objects among them.
func anthropicLeaves(t *testing.T, body []byte) []anthropicLeaf {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var root any
	if err := dec.Decode(&root); err != nil {
		t.Fatal(err)
	}
	var leaves []anthropicLeaf
	var walk func(path string, v any, set func(any))
	walk = func(path string, v any, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				walk(path+"."+key, inner, func(x any) { v[key] = x })
			}
			return
		case []any:
			for i, inner := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), inner, func(x any) { v[i] = x })
			}
			return
		}
		raw, err := jsonvalue.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		leaf := anthropicLeaf{path: path, text: strings.Trim(string(raw), `"`)}
		set(anthropicOther(v))
		if leaf.changed, err = json.Marshal(root); err != nil {
			t.Fatal(err)
		}
		set(v)
		leaves = append(leaves, leaf)
	}
	walk("$", root, nil)
	return leaves
}

func anthropicOther(v any) any {
	switch v := v.(type) {
	case string:
		return v + "§"
	case json.Number:
		return json.Number("9" + strings.TrimPrefix(v.String(), "-"))
	case bool:
		return !v
	}
	return "was null"
}

// A body without messages is not a request.
func TestAnthropicNoMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		endpoint app.Endpoint
		body     string
	}{
		{app.Messages, `{"model":"m"}`}, {app.Messages, `{"messages":[]}`}, {app.Messages, `{"messages":"hi"}`},
		{app.Messages, `{"messages":null}`}, {app.Messages, `[]`}, {app.Messages, ``}, {app.Messages,
			`{"messages":[1]} x`},
		{app.OllamaChat, `{"messages":"hi"}`}, {app.OllamaChat, `{"messages":{}}`}, {app.OllamaChat, `null`},
		{app.OllamaGenerate, `"hi"`},
		{app.Messages, `{"messages":[{"role":"user","content":[{"x":` + anthropicDeep + `}]}]}`},
		{app.Messages, `{"messages":[{"role":"user","content":[{"type":"tool_result","x":` + anthropicDeep + `}]}]}`},
		{app.Messages, `{"messages":[1],"tools":[{"input_schema":` + anthropicDeep + `}]}`},
		{app.Messages, `{"messages":[1],"system":[` + anthropicDeep + `]}`},
		{app.Messages, `{"messages":[1],"output_format":{"type":"json_schema","schema":` + anthropicDeep + `}}`},
		{app.OllamaChat, `{"messages":[{"x":` + anthropicDeep + `}]}`},
		{app.OllamaChat, `{"format":{"x":` + anthropicDeep + `}}`},
		{app.OllamaChat, `{"tools":[{"function":{"name":"f","parameters":` + anthropicDeep + `}}]}`},
	} {
		b, err := app.NewStore().Read(c.endpoint, []byte(c.body))
		if _, ok := err.(*app.SyntaxError); !ok || err.Error() == "" {
			t.Errorf("%s %.60s: %v, %v; want a *SyntaxError", c.endpoint, c.body, b, err)
		}
	}
}

var anthropicDeep = strings.Repeat("[", 1100) + strings.Repeat("]", 1100)

// Whatever bytes a client sends, reading gives an error or a request whose texts are UTF-8 and whose JSON is canonical.
func FuzzAnthropicOllamaRead(f *testing.F) {
	endpoints := []app.Endpoint{app.Messages, app.OllamaChat, app.OllamaGenerate}
	for i, e := range endpoints {
		for _, body := range anthropicWhole[e] {
			f.Add(i, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, n int, body []byte) {
		endpoint := endpoints[uint(n)%uint(len(endpoints))]
		b, err := app.NewStore().Read(endpoint, body)
		if err != nil {
			if _, ok := err.(*app.SyntaxError); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		anthropicValid(t, b.Request.Parameters)
		for _, m := range b.Request.Messages {
			anthropicValid(t, m.Fields)
			if r, runs := pipeline.Repair(m.Content() + m.ToolCallID + m.Name); runs > 0 {
				t.Errorf("not UTF-8: %q", r)
			}
			for _, c := range m.ToolCalls {
				if r, runs := pipeline.Repair(c.ID + c.Name + c.Arguments); runs > 0 {
					t.Errorf("not UTF-8: %q", r)
				}
			}
		}
		sent, err := app.NewStore().Write(b, app.Reply{Response: pipeline.Response{Content: "x"}, Seed: "s"})
		if err != nil || len(sent.Pieces) == 0 {
			t.Errorf("no answer: %v", err)
		}
	})
}

func anthropicValid(t *testing.T, raw json.RawMessage) {
	t.Helper()
	if raw == nil {
		return
	}
	if again, err := jsonvalue.Canonical(raw); err != nil || !bytes.Equal(again, raw) || raw[0] != '{' {
		t.Errorf("not canonical: %s (%v)", raw, err)
	}
}
