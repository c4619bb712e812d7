package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// modelFunc makes a function a model.
type modelFunc func(pipeline.Request) (pipeline.Response, error)

func (f modelFunc) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	return f(req)
}

// server answers "answer to <the last message>", as a server would.
var server = modelFunc(func(req pipeline.Request) (pipeline.Response, error) {
	last := req.Messages[len(req.Messages)-1].Content()
	return pipeline.Response{Content: "answer to " + last,
		Origin: pipeline.Origin{Source: pipeline.SourceOllama, Model: "m"}}, nil
})

// request returns a request at a path with user messages.
func request(path string, texts ...string) pipeline.Request {
	leaf := path[strings.LastIndexByte(path, '/')+1:]
	stage, _, _ := strings.Cut(strings.SplitN(leaf, "#", 2)[0], "-")
	req := pipeline.Request{Path: path, Stage: stage, Try: 1}
	if strings.HasSuffix(path, "#2") {
		req.Try = 2
	}
	for _, text := range texts {
		req.Messages = append(req.Messages, pipeline.Text(pipeline.RoleUser, "Message", text))
	}
	return req
}

// recorded returns a recording of the server's answers, written and read again.
func recorded(t *testing.T, reqs ...pipeline.Request) *model.Recording {
	t.Helper()
	rec := &model.Recorder{Next: server}
	var paths []string
	for _, req := range reqs {
		if _, err := rec.Chat(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, req.Path)
	}
	return readBack(t, rec.Recording("case", paths))
}

func readBack(t *testing.T, rec *model.Recording) *model.Recording {
	t.Helper()
	text, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := model.ReadRecording(text, "r.jsonl")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return back
}

func TestNothing(t *testing.T) {
	req := request("turn-1/main-1", "Hello")
	_, err := model.Nothing{}.Chat(t.Context(), req)
	miss, ok := errors.AsType[*model.MissError](err)
	if !ok || miss.Path != "turn-1/main-1" || miss.Got.Messages[0].Content() != "Hello" || miss.Want != nil {
		t.Errorf("%#v, want a miss of this request", err)
	}
}
