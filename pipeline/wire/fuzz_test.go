package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// Whatever Read accepts, Body writes, and Read reads that as the same request.
func FuzzRead(f *testing.F) {
	for i, form := range wire.Forms() {
		body, err := wire.Body(form, request())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, body)
	}
	f.Fuzz(func(t *testing.T, n int, body []byte) {
		form := formAt(n)
		first, err := wire.Read(form, body)
		if err != nil {
			return
		}
		written, err := wire.Body(form, first)
		if err != nil {
			t.Fatal(err)
		}
		second, err := wire.Read(form, written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if d := cmp.Diff(asRead(form, first), second, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("(-first +second):\n%s", d)
		}
	})
}

// Whatever Answer accepts, AnswerBody writes, and Answer reads that as the same response.
func FuzzAnswer(f *testing.F) {
	for i := range wire.Forms() {
		f.Add(i, []byte(`{"error":{"type":"x","message":"y"}}`))
	}
	f.Add(0,
		[]byte(
			`{"choices":[{"message":{"content":"x","tool_calls":[{"id":"1","function":{"name":"n","arguments":"{}"}}]},"finish_reason":"length"}],"usage":{"prompt_tokens":1}}`))
	f.Add(2,
		[]byte(
			`{"type":"message","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"1","name":"n","input":{"_raw":"x"}}],"stop_reason":"end_turn"}`))
	f.Add(3,
		[]byte(
			`{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"1","name":"n","arguments":"{"}]}`))
	f.Add(4,
		[]byte(
			`{"message":{"content":"x","tool_calls":[{"function":{"name":"n","arguments":{"a":1.0}}}]},"done":true,"done_reason":"stop"}`))
	f.Fuzz(func(t *testing.T, n int, body []byte) {
		form := formAt(n)
		first, err := wire.Answer(form, body)
		if err != nil {
			return
		}
		written, err := wire.AnswerBody(form, first)
		if err != nil {
			t.Fatal(err)
		}
		second, err := wire.Answer(form, written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if first.Finish == "tool_calls" && len(first.ToolCalls) == 0 { // from a server without calls
			first.Finish, second.Finish = "", ""
		}
		if d := cmp.Diff(first, second, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("(-first +second):\n%s", d)
		}
	})
}

// formAt returns a form for any number.
func formAt(n int) string { return wire.Forms()[uint(n)%uint(len(wire.Forms()))] }
