package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// plainly masks nothing.
type plainly struct{ pipeline.Asking }

func (plainly) Masked(req pipeline.Request) pipeline.Request { return req }

func TestOrderOfParametersIsNoPartOfARequest(t *testing.T) {
	t.Parallel()
	const (
		tools = `"tools":[{"type":"function","function":{"name":"w","parameters":{"type":"object","a":1}}}]`
		said  = `"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":null,"tool_calls":[` +
			`{"id":"c","type":"function","function":{"name":"w","arguments":"{\"b\": 1, \"a\":2}"}}]}]`
		one     = `{"model":"m","temperature":0.20,"metadata":{"z":[{"y":1,"x":"<é>"}],"a":null},` + said + `,` + tools + `}`
		another = `{` + tools + `,"metadata":{"a":null,"z":[{"x":"<é>","y":1}]},` + said + `,"temperature":0.20,"model":"m"}`
		other   = `{"model":"m","temperature":0.21,"metadata":{"z":[{"y":1,"x":"<é>"}],"a":null},` + said + `,` + tools + `}`
	)
	read := func(body string) pipeline.Request {
		t.Helper()
		d := newSession(&Block{}, nil)
		b, err := d.store.Read(ChatCompletions, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return newTurn(d, plainly{}, "turn-1", pipeline.Input{}).canonical(b)
	}
	a, b := read(one), read(another)
	if d := cmp.Diff(string(a.Parameters), string(b.Parameters)); d != "" || digest(a) != digest(b) ||
		model.Digest(a) != model.Digest(b) {
		t.Errorf("another order is another request:\n%s", d)
	}
	const want = `{"endpoint":"chat.completions","metadata":{"a":null,"z":[{"x":"<é>","y":1}]},"model":"m",` +
		`"temperature":0.20}`
	if d := cmp.Diff(want, string(a.Parameters)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if model.Digest(a) == model.Digest(read(other)) {
		t.Error("another temperature is the same request")
	}
	if got := a.Messages[1].ToolCalls[0].Arguments; got != `{"b": 1, "a":2}` {
		t.Errorf("arguments %s", got)
	}
	if got := string(a.Tools[0].Parameters); got != `{"type":"object","a":1}` {
		t.Errorf("schema %s", got)
	}
}
