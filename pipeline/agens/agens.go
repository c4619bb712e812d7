// Package agens is the Agens system: jobs, which are graphs of nodes. Threads pass through a graph concurrently; each
// visit of a node asks a model for an answer of a given shape, and the answer or its outputs determine where the thread
// goes next. docs/systems/agens.md describes it; the rule ids in comments (G0 to G7) are those of that page.
//
// A case's job is compiled when a conversation opens (block.go, graph.go). A run of it follows the clock (run.go,
// barrier.go): threads (thread.go) visit nodes (node.go, visit.go), which ask (ask.go, answer.go), call tools
// (tools.go) or run another job (sub.go). Package message makes the prompts, package router schemas, conditions and
// instructions.
package agens

import (
	"context"
	"embed"
	"errors"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// System is Agens with one set of prompts.
type System struct {
	prompt.Folder[*message.Prompts]
}

// New returns the system with its own prompts.
func New() (*System, error) {
	own, err := prompt.Own("agens", embedded, message.Load)
	if err != nil {
		return nil, err
	}
	return &System{Folder: own}, nil
}

// Name implements pipeline.System.
func (s *System) Name() string { return "agens" }

// PromptSource implements pipeline.Sourced.
func (s *System) PromptSource() string { return "pipeline/agens/prompts" }

// WithPrompts implements pipeline.Prompted. Templates missing in the folder stay as they are.
func (s *System) WithPrompts(fsys fs.FS) (pipeline.System, error) {
	folder, err := s.With(fsys)
	if err != nil {
		return nil, err
	}
	return &System{Folder: folder}, nil
}

// Blocks implements pipeline.System.
func (s *System) Blocks() (ofCase, ofTurn any) { return &Block{}, nil }

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	switch {
	case !ok || b.Job.Nodes == nil:
		return nil, &pipeline.Unsupported{What: "a case without agens: job"}
	case len(c.History) > 0:
		return nil, &pipeline.Unsupported{What: "a history: nothing is remembered from one job to the next"}
	}
	graph, err := compile(b, c.Tools)
	if err != nil {
		return nil, &pipeline.InputError{What: "agens: " + err.Error()}
	}
	return &conversation{prompts: s.Loaded(), graph: graph, files: c.Files, reads: readerOf(b.Compat)}, nil
}

// conversation keeps nothing from turn to turn: each is a run of the job (G7).
type conversation struct {
	prompts *message.Prompts
	graph   *graph
	files   fs.FS
	reads   reader
}

// Turn implements pipeline.Conversation.
func (c *conversation) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case in.Acceptance != "":
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "acceptance"}
	case in.Kind == pipeline.End:
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	case in.Kind != pipeline.UserMessage:
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "a turn that is no message"}
	}
	t := &turn{
		prompts: c.prompts, graph: c.graph, reads: c.reads, input: in.Source.Of(in.Text), files: c.files, start: start,
	}
	if in.Files != nil {
		t.files = in.Files
	}
	end, err := start(ctx, &run{turn: t, job: c.graph.main, place: rt, left: c.graph.visits})
	if failed, ok := errors.AsType[*jobError](err); ok {
		return pipeline.Outcome{Status: pipeline.StatusFailed, Replies: []pipeline.Reply{
			{Kind: pipeline.ReplyError, Text: string(failed.Reason), Path: failed.at},
		}}, nil
	}
	if err != nil {
		return pipeline.Outcome{}, err
	}
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{
		{Kind: pipeline.ReplyAnswer, Text: end.result.String(), Path: end.at},
	}}, nil
}
