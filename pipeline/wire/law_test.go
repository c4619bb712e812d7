package wire_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// A request read back from its body is unchanged but for what Read documents; its body then is the same, to the byte.
func TestRequestRoundTrip_X2_X3(t *testing.T) {
	for _, form := range wire.Forms() {
		t.Run(form, rapid.MakeCheck(func(t *rapid.T) {
			req := requests.Draw(t, "request")
			body, err := wire.Body(form, req)
			if err != nil {
				t.Fatal(err)
			}
			got, err := wire.Read(form, body)
			if err != nil {
				t.Fatalf("%v\n%s", err, body)
			}
			if d := cmp.Diff(asRead(form, req), got, cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("(-want +got):\n%s\n%s", d, body)
			}
			again, err := wire.Body(form, got)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(body), string(again)); d != "" {
				t.Fatalf("(-body +again):\n%s", d)
			}
		}))
	}
}

// A response read back from a provider's answer is unchanged but for what AnswerBody documents.
func TestAnswerRoundTrip_X3(t *testing.T) {
	for _, form := range wire.Forms() {
		t.Run(form, rapid.MakeCheck(func(t *rapid.T) {
			resp := responses.Draw(t, "response")
			body, err := wire.AnswerBody(form, resp)
			if err != nil {
				t.Fatal(err)
			}
			got, err := wire.Answer(form, body)
			if err != nil {
				t.Fatalf("%v\n%s", err, body)
			}
			want := resp
			want.ToolCalls = compactCalls(form, resp.ToolCalls)
			if form != wire.Ollama {
				want.Duration = 0
			}
			if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("(-want +got):\n%s\n%s", d, body)
			}
		}))
	}
}

// asRead returns a request as Read's documentation describes it.
func asRead(form string, req pipeline.Request) pipeline.Request {
	want := pipeline.Request{Model: req.Model, Format: req.Format, Options: carried(form, req.Options)}
	if string(req.Format) == `"json"` && form == wire.Anthropic {
		want.Format = nil
	}
	if strings.HasPrefix(string(req.Format), "{") && form != wire.Anthropic && form != wire.Ollama {
		want.Stage = req.Stage
	}
	for _, m := range req.Messages {
		blank := strings.TrimSpace(m.Content()) == ""
		if form == wire.Anthropic && blank && m.Role != pipeline.RoleTool && len(m.ToolCalls) == 0 {
			continue
		}
		wm := m
		wm.Sections, wm.ToolCalls = nil, compactCalls(form, m.ToolCalls)
		if m.Content() != "" && (form != wire.Anthropic || !blank || m.Role == pipeline.RoleTool) {
			wm.Sections = []pipeline.Section{{Name: "Content", Text: m.Content()}}
		}
		want.Messages = append(want.Messages, wm)
	}
	for _, t := range req.Tools {
		if form == wire.Anthropic && t.Parameters == nil {
			t.Parameters = json.RawMessage(`{"type":"object"}`)
		}
		want.Tools = append(want.Tools, t)
	}
	return want
}

// carried applies the package's table of options.
func carried(form string, o pipeline.Options) pipeline.Options {
	if form != wire.Ollama && o.NumPredict != nil && *o.NumPredict <= 0 {
		o.NumPredict = nil
	}
	switch form {
	case wire.OpenAI:
		o.TopK, o.MinP, o.RepeatPenalty, o.NumCtx = nil, nil, nil, nil
	case wire.Anthropic:
		tokens := wire.DefaultMaxTokens
		if o.NumPredict != nil {
			tokens = *o.NumPredict
		}
		o = pipeline.Options{NumPredict: &tokens, Stop: o.Stop}
	case wire.Codex:
		o.TopK, o.MinP, o.RepeatPenalty, o.Seed, o.NumCtx, o.Stop = nil, nil, nil, nil, nil, nil
	}
	return o
}

// compactCalls removes blanks from arguments in forms that have them as an object.
func compactCalls(form string, calls []pipeline.ToolCall) []pipeline.ToolCall {
	var out []pipeline.ToolCall
	for _, c := range calls {
		var b bytes.Buffer
		object := strings.HasPrefix(strings.TrimLeft(c.Arguments, " \t\r\n"), "{") &&
			json.Compact(&b, []byte(c.Arguments)) == nil
		if object && !deep(c.Arguments) && b.String() != `{"_raw":"x"}` &&
			(form == wire.Anthropic || form == wire.Ollama) {
			c.Arguments = b.String()
		}
		out = append(out, c)
	}
	return out
}

func deep(s string) bool { return strings.Count(s, "{") > 1000 }
