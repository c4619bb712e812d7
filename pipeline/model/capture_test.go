package model_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

func TestCapture(t *testing.T) {
	down := &pipeline.Failure{Reason: pipeline.Unavailable}
	c := &model.Capture{Next: modelFunc(func(req pipeline.Request) (pipeline.Response, error) {
		if req.Stage == "main" {
			return pipeline.Response{Content: "half"}, down
		}
		return server(req)
	})}
	ask := []pipeline.Request{request("turn-1/router", "Hello"), request("turn-1/main-1", "Hello", "again"),
		request("turn-1/router#2", "Hello")}
	for _, req := range ask {
		resp, err := c.Chat(t.Context(), req)
		x, ok := c.At(req.Path)
		if !ok {
			t.Fatalf("%s was not kept", req.Path)
		}
		if d := cmp.Diff(model.Exchange{Request: req, Response: resp}, model.Exchange{Request: x.Request,
			Response: x.Response}); d != "" {
			t.Errorf("%s (-sent +kept):\n%s", req.Path, d)
		}
		if !errors.Is(x.Err, err) || (err != nil) != (req.Stage == "main") {
			t.Errorf("%s: kept the error %v of %v", req.Path, x.Err, err)
		}
	}
	if c.Len() != len(ask) {
		t.Errorf("%d exchanges, want %d", c.Len(), len(ask))
	}
	if _, ok := c.At("turn-2/router"); ok {
		t.Error("a call that never was")
	}
}

// Text from outside becomes UTF-8 here, and each run of invalid bytes is counted; valid text stays unchanged, to the
// byte.
func TestCaptureRepairs(t *testing.T) {
	c := &model.Capture{Next: modelFunc(func(pipeline.Request) (pipeline.Response, error) {
		return pipeline.Response{
			Content: "a\xff\xfeb\xc3(\u2028\r\n\ufeff", Reasoning: "\xed\xa0\x80",
			ToolCalls: []pipeline.ToolCall{{ID: "\xff", Name: "f\xff", Arguments: "{\"a\":\"\xff\"}"}},
		}, nil
	})}
	want := pipeline.Response{
		Content: "a\ufffdb\ufffd(\u2028\r\n\ufeff", Reasoning: "\ufffd",
		ToolCalls: []pipeline.ToolCall{{ID: "\ufffd", Name: "f\ufffd", Arguments: "{\"a\":\"\ufffd\"}"}},
	}
	got, err := c.Chat(t.Context(), request("turn-1/main-1", "Hello"))
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v, answer (-want +got):\n%s", err, d)
	}
	if x, _ := c.At("turn-1/main-1"); x.Repaired != 6 {
		t.Errorf("%d runs repaired, want 6", x.Repaired)
	}
}
