package clitest

import (
	"context"
	"io/fs"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// letters is a system with one template, letter.tmpl.
type letters struct {
	system
	text string
}

func (letters) Name() string { return "letters" }

func (l letters) Prompts() fs.FS { return fstest.MapFS{"letter.tmpl": {Data: []byte(l.text)}} }

func (l letters) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	text, err := fs.ReadFile(fsys, "letter.tmpl")
	if err != nil {
		return nil, err
	}
	return letters{text: string(text)}, nil
}

func (l letters) Open(pipeline.Case) (pipeline.Conversation, error) { return l, nil }

func (l letters) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	resp, err := rt.Chat(ctx, pipeline.Request{Stage: "main", Messages: []pipeline.Message{
		pipeline.Text(pipeline.RoleSystem, "Letter", l.text), pipeline.Text(pipeline.RoleUser, "Message", in.Text),
	}})
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: resp.Content}}}, err
}
