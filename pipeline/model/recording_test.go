package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// A replay gives what the recording got: answers, failures, tool calls, usage, invalid UTF-8.
func TestReplayEqualsRecording(t *testing.T) {
	origin := pipeline.Origin{Source: pipeline.SourceOllama, Model: "m"}
	answers := map[string]struct {
		resp pipeline.Response
		err  *pipeline.Failure
	}{
		"turn-1/router": {resp: pipeline.Response{Content: `{"action":"<b>"}` + "\u2028\r\n", Finish: "stop",
			Usage: pipeline.Usage{Prompt: 7, Completion: 3}, Duration: 1500 * time.Millisecond}},
		"turn-1/main-1": {resp: pipeline.Response{Content: "\xff\x00 cut", Reasoning: "why"}},
		"turn-1/main-2": {resp: pipeline.Response{ToolCalls: []pipeline.ToolCall{{ID: "c", Name: "find",
			Arguments: "{broken <"}}}},
		"turn-2/router": {resp: pipeline.Response{Content: "half an ans"},
			err: &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("reset by peer")}},
		"turn-2/router#2": {err: &pipeline.Failure{Reason: pipeline.Timeout, Err: errors.New("stalled")}},
		"turn-2/main-1":   {},
	}
	rec := &model.Recorder{Next: modelFunc(func(req pipeline.Request) (pipeline.Response, error) {
		a := answers[req.Path]
		a.resp.Origin = origin
		if a.err != nil {
			return a.resp, a.err
		}
		return a.resp, nil
	})}
	paths := []string{"turn-1/router", "turn-1/main-1", "turn-1/main-2", "turn-2/router", "turn-2/router#2",
		"turn-2/main-1", "turn-3/never"}
	live := map[string]pipeline.Response{}
	errs := map[string]error{}
	for i := len(paths) - 2; i >= 0; i-- { // not in the tree's order, which is the file's
		live[paths[i]], errs[paths[i]] = rec.Chat(t.Context(), request(paths[i], paths[i]))
	}
	back := readBack(t, rec.Recording("case", paths))
	if back.Case != "case" || len(back.Lines) != len(paths)-1 {
		t.Fatalf("%d lines of case %q", len(back.Lines), back.Case)
	}
	replay := model.NewReplay(back, 1, model.Nothing{})
	for i, path := range paths[:len(paths)-1] {
		if back.Lines[i].Path != path {
			t.Errorf("line %d is %s, want %s", i+1, back.Lines[i].Path, path)
		}
		got, err := replay.Chat(t.Context(), request(path, path))
		want := live[path]
		want.Origin.Match = pipeline.MatchFresh
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-live +replayed):\n%s", path, d)
		}
		if d := cmp.Diff(errText(errs[path]), errText(err)); d != "" {
			t.Errorf("%s: error (-live +replayed):\n%s", path, d)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Answers that no server gave are not recorded, nor are errors that end the case.
func TestRecorderRefuses(t *testing.T) {
	errEnd := errors.New("the run has ended")
	for name, next := range map[string]modelFunc{
		"scripted": func(pipeline.Request) (pipeline.Response, error) {
			return pipeline.Response{Origin: pipeline.Origin{Source: pipeline.SourceScripted}}, nil
		},
		"imported": func(pipeline.Request) (pipeline.Response, error) {
			return pipeline.Response{Origin: pipeline.Origin{Source: pipeline.SourceImported}}, nil
		},
		"nobody's": func(pipeline.Request) (pipeline.Response, error) { return pipeline.Response{}, nil },
		"an error": func(pipeline.Request) (pipeline.Response, error) {
			return pipeline.Response{Origin: pipeline.Origin{Source: pipeline.SourceOllama}}, errEnd
		},
	} {
		rec := &model.Recorder{Next: next}
		if _, err := rec.Chat(t.Context(), request("turn-1/main-1", "a")); err == nil ||
			name == "an error" && !errors.Is(err, errEnd) {
			t.Errorf("%s: %v", name, err)
		}
		if got := rec.Recording("case", []string{"turn-1/main-1"}); len(got.Lines) > 0 {
			t.Errorf("%s was recorded: %+v", name, got.Lines)
		}
	}
}

// Messages that an earlier line of the stage has are stored once.
func TestKeep(t *testing.T) {
	long := strings.Repeat("a long system prompt ", 200)
	rec := recorded(t,
		request("turn-1/main-1", long, "a"), request("turn-1/main-2", long, "a", "b"), request("turn-1/router", long,
			"a"), request("turn-2/main-1", long, "c"), request("turn-2/main-2", "other"),
	)
	text, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), long); n != 2 {
		t.Errorf("the long message stands %d times in the file, want once for each of two stages", n)
	}
	for _, want := range []string{
		`"extends":"turn-1/main-1","keep":2,"messages":[{"role":"user","content":"b"}]`,
		`"extends":"turn-1/main-1","keep":1,"messages":[{"role":"user","content":"c"}]`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for i, texts := range [][]string{{long, "a"}, {long, "a", "b"}, {long, "a"}, {long, "c"}, {"other"}} {
		var got []string
		for _, m := range rec.Lines[i].Request.Messages {
			got = append(got, m.Content())
		}
		if d := cmp.Diff(texts, got); d != "" {
			t.Errorf("line %d (-want +got):\n%s", i+1, d)
		}
	}
}

var (
	anyText = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", " ", "\n", "\r\n", "\u2028", "\ufeffa", "<&>",
		"---", "\x00", "😀", "海狸"}))
	anyBytes = rapid.OneOf(anyText, rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8),
		func(b []byte) string { return string(b) }))
	anyTool = rapid.Custom(func(t *rapid.T) pipeline.ToolCall {
		return pipeline.ToolCall{ID: anyText.Draw(t, "id"), Name: anyText.Draw(t, "name"),
			Arguments: anyText.Draw(t, "arguments")}
	})
	anyMessage = rapid.Custom(func(t *rapid.T) pipeline.Message {
		m := pipeline.Message{Role: rapid.SampledFrom([]string{"system", "user", "assistant", "tool"}).Draw(t, "role"),
			ToolCallID: anyText.Draw(t, "tool_call_id"), Name: anyText.Draw(t, "name")}
		m.Sections = []pipeline.Section{{Name: "Content", Text: anyText.Draw(t, "text")}}
		m.ToolCalls = rapid.SliceOfN(anyTool, 0, 2).Draw(t, "calls")
		m.Fields = anyObject.Draw(t, "fields")
		return m
	})
	anyObject = rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`{"refusal":null}`),
		json.RawMessage(`{"title":"<&> \u2028"}`), json.RawMessage(`{"id":"<call-1>","n":1.50}`)})
	anyRequest = rapid.Custom(func(t *rapid.T) pipeline.Request {
		temperature := rapid.Float64Range(0, 2).Draw(t, "temperature")
		return pipeline.Request{
			Stage: rapid.SampledFrom([]string{"main", "router"}).Draw(t, "stage"), Model: anyText.Draw(t, "model"),
			Messages: rapid.SliceOfN(anyMessage, 0, 4).Draw(t, "messages"),
			Tools: []pipeline.Tool{{Name: anyText.Draw(t, "tool"), Description: anyText.Draw(t, "description"),
				Parameters: json.RawMessage(`{"type":"object","title":"<&>"}`)}},
			Format: rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`"json"`),
				json.RawMessage(`{"type":"array","title":"a < b"}`)}).Draw(t, "format"),
			Options: pipeline.Options{
				Temperature: &temperature, Stop: rapid.SliceOfN(anyText, 0, 2).Draw(t, "stop"),
			},
			Parameters: anyObject.Draw(t, "parameters"),
		}
	})
)

// Any request and any answer survive the file: the request keeps its digest, and the answer its bytes.
func TestRecordingRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := &model.Recorder{}
		var paths []string
		var reqs []pipeline.Request
		live := map[string]pipeline.Response{}
		for i := range rapid.IntRange(1, 4).Draw(t, "calls") {
			req := anyRequest.Draw(t, "request")
			req.Path = "turn-" + string(rune('1'+i)) + "/call"
			resp := pipeline.Response{
				Content: anyBytes.Draw(t, "content"), Reasoning: anyText.Draw(t, "reasoning"),
				ToolCalls: rapid.SliceOfN(anyTool, 0, 2).Draw(t, "tool calls"),
				Origin:    pipeline.Origin{Source: pipeline.SourceOllama, Model: anyText.Draw(t, "by")},
			}
			rec.Next = modelFunc(func(pipeline.Request) (pipeline.Response, error) { return resp, nil })
			if _, err := rec.Chat(context.Background(), req); err != nil {
				t.Fatal(err)
			}
			paths, reqs, live[req.Path] = append(paths, req.Path), append(reqs, req), resp
		}
		text, err := rec.Recording("any", paths).Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := model.ReadRecording(text, "r.jsonl")
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		for i, l := range back.Lines {
			if model.Digest(*l.Request) != l.Digest || l.Digest != model.Digest(reqs[i]) {
				t.Fatalf("line %d: the request has another digest than the one that was sent", i+1)
			}
			want := live[l.Path]
			want.Origin = pipeline.Origin{}
			if d := cmp.Diff(want, l.Response, cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("line %d (-live +read):\n%s", i+1, d)
			}
		}
		again, err := back.Encode()
		if err != nil || string(again) != string(text) {
			t.Fatalf("%v; written again it differs:\n%s", err, cmp.Diff(string(text), string(again)))
		}
	})
}

func TestRecordingsThatMakeNoSense(t *testing.T) {
	header := `{"recording":1,"case":"a"}` + "\n"
	line := func(fields string) string { return header + `{"path":"p","repeat":1,"response":{},` + fields + "}\n" }
	for _, tt := range []struct{ text, want string }{
		{"", "r.jsonl:1: an empty recording"},
		{`{"recording":2,"case":"a"}`, "r.jsonl:1: recording version 2, this program reads version 1: record the " +
			"case again"},
		{`{"case":"a"}`, "r.jsonl:1: recording version 0"},
		{"[]", "r.jsonl:1: "},
		{header + `{"path":"p`, "r.jsonl:2: the line is cut off: remove it, and record again"},
		{header + "\n\n" + `{"path":"p"`, "r.jsonl:4: the line is cut off: remove it, and record again"},
		{header + "\x00\x00\x00", "r.jsonl:2: the line is cut off: remove it, and record again"},
		{header + `{"path":"p` + "\x00\x00\n", "r.jsonl:2: the line is cut off: remove it, and record again"},
		{`{"record`, "r.jsonl:1: the line is cut off: remove the file, and record again"},
		{"\x00\x00", "r.jsonl:1: the line is cut off: remove the file, and record again"},
		{header + `{"paht":"p"}`, `r.jsonl:2: json: unknown field "paht"`},
		{line(`"source":"ollama","digest":"0","request":{}`) + "{} {}",
			"r.jsonl:3: more than one JSON value in the line"},
		{header + `{"source":"ollama"}`, "r.jsonl:2: no path"},
		{line(`"source":"scripted"`),
			`r.jsonl:2: source "scripted": want ollama, openai, anthropic or imported (scripted answers are in the case)`},
		{line(`"source":"imported","model":"m"`),
			"r.jsonl:2: an imported answer must name its origin (from) and its model"},
		{line(`"source":"ollama","request":{}`),
			"r.jsonl:2: a recorded answer must hold its request and the request's digest"},
		{line(`"source":"ollama","digest":"0","request":{"stage":"s","extends":"q","keep":1}`),
			`r.jsonl:2: keeps 1 messages of "q", which no line above has`},
		{line(`"source":"ollama","digest":"0","request":{"stage":"s","keep":-1}`), "r.jsonl:2: keeps -1 messages"},
	} {
		_, err := model.ReadRecording([]byte(tt.text), "r.jsonl")
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s\n%v, want %s", tt.text, err, tt.want)
		}
	}
}

// A short file that takes over many messages again and again is refused before it fills the memory.
func TestReadRecordingBounds(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"recording":1,"case":"a"}` + "\n")
	answer := func(path, request string) {
		fmt.Fprintf(&b, `{"path":%q,"repeat":1,"source":"ollama","digest":"0","response":{},"request":{"stage":"s",`+
			`"options":{},%s}}`+"\n", path, request)
	}
	const many = 1 << 15
	answer("first", `"messages":[`+strings.Repeat(`{"role":"user","content":""},`, many-1)+
		`{"role":"user","content":""}]`)
	for i := range 8*pipeline.MaxMessages/many + 1 {
		answer(fmt.Sprint("again-", i), fmt.Sprintf(`"extends":"first","keep":%d,"messages":[]`, many))
	}
	_, err := model.ReadRecording([]byte(b.String()), "r.jsonl")
	if err == nil || err.Error() != "r.jsonl:258: more than 8388608 messages in one recording: split the case, and "+
		"record again" {
		t.Errorf("got %v", err)
	}
}

// Whatever the bytes are, a recording is read or refused with its line; what was read reads the same after writing.
func FuzzReadRecording(f *testing.F) {
	for _, seed := range []string{
		`{"recording":1,"case":"a"}` + "\n" +
			`{"path":"p","repeat":1,"source":"imported","from":"f","model":"m","response":{"content_base64":"/w==","fail":"timeout"}}`,
		`{"recording":1,"case":"a"}` + "\n" +
			`{"path":"p","source":"ollama","digest":"0","request":{"stage":"s","messages":[{"role":"user","content":"a"}],"options":{}},"response":{}}` +
			"\n" +
			`{"path":"q","source":"ollama","digest":"0","request":{"stage":"s","extends":"p","keep":1,"messages":[],"options":{}},"response":{}}`,
		"{}", "", "\n", `{"recording":1`, "\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := model.ReadRecording([]byte(text), "r.jsonl")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "r.jsonl:") {
				t.Errorf("no position: %v", err)
			}
			return
		}
		written, err := rec.Encode()
		if err != nil {
			t.Fatalf("cannot be written: %v", err)
		}
		again, err := model.ReadRecording(written, "r.jsonl")
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		sameFailure := cmp.Comparer(func(a, b *pipeline.Failure) bool { return fmt.Sprint(a) == fmt.Sprint(b) })
		if d := cmp.Diff(rec, again, cmpopts.EquateEmpty(), sameFailure); d != "" {
			t.Errorf("(-read +read again):\n%s", d)
		}
		if text, err := again.Encode(); err != nil || string(text) != string(written) {
			t.Errorf("%v, written again it differs:\n%s", err, cmp.Diff(string(written), string(text)))
		}
	})
}
