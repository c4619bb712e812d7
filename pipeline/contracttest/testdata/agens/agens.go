// Package agens runs jobs: graphs of nodes, each a call whose answer has a fixed shape and says where to go on. Threads
// go through the graph side by side, and wait for each other where they are told to.
package agens

import (
	"context"
	"errors"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Reasons of the system's own.
const (
	askedRetry  pipeline.Reason = "retry"        // the answer itself asks for another one
	maxRetries  pipeline.Reason = "max_retries"  // as often as the job allows
	invalidNode pipeline.Reason = "invalid_node" // there is no such node
	invalidNext pipeline.Reason = "invalid_next" // an instruction that there is not, or far too many visits
	notLoaded   pipeline.Reason = "job_not_loaded"
	noInput     pipeline.Reason = "input_required"
	toolError   pipeline.Reason = "tool_error"
)

// Block is what a case runs.
type Block struct {
	Job  Job            `json:"job" strict:"required"`
	Subs map[string]Job `json:"subs"` // jobs that nodes run
}

// Job is a graph of nodes.
type Job struct {
	Description string          `json:"description"`
	Start       string          `json:"start" strict:"required"`
	MaxRetries  int             `json:"max_retries"` // asks for one answer, besides the first
	Nodes       map[string]Node `json:"nodes" strict:"required"`
}

// Node is one call of a job, or a job of its own.
type Node struct {
	Objective string        `json:"objective"`
	Serving   string        `json:"serving"` // the model server that is asked; a suite sets it as serving:NAME
	Outputs   []Output      `json:"outputs"`
	Next      []Instruction `json:"next"` // where to go on when the answer does not say
	Tools     bool          `json:"tools"`
	Sub       string        `json:"sub"`
}

// Output is a value that a node's answer has to have.
type Output struct {
	Key     string   `json:"key" strict:"required"`
	Choices []string `json:"choices"`
}

// Instruction says where a thread goes on: route, yield, end or retry.
type Instruction struct {
	Type  string `json:"type" strict:"required" reply:"required"`
	Value string `json:"value"`
	Count int    `json:"count"` // threads that go there; 0 is one
}

// System is the architecture; it has nothing to set.
type System struct{}

// Name implements pipeline.System.
func (System) Name() string { return "agens" }

// Blocks implements pipeline.System.
func (System) Blocks() (ofCase, ofTurn any) { return &Block{Job: Job{MaxRetries: 3}}, nil }

// Stages implements pipeline.System.
func (System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name: "serving", Calls: true, Reads: pipeline.ReadsJSON, Variants: []string{pipeline.AnyVariant},
			Fallback: "asked again with the reason; then, and without an answer, the job ends with an error",
			Reasons:  []pipeline.Reason{askedRetry, maxRetries}, Example: `{"body":"…","next":[{"type":"end"}]}`,
		},
		{
			Name: "route", Fallback: "the job ends with an error", Decides: []pipeline.Decides{pipeline.DecidesRoute},
			Reasons: []pipeline.Reason{invalidNode, invalidNext, notLoaded, noInput},
		},
		{Name: "tool", Fallback: "the error is the result", Reasons: []pipeline.Reason{toolError}},
	}
}

// Open implements pipeline.System.
func (System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b := c.Block.(*Block)
	if _, ok := b.Job.Nodes[b.Job.Start]; !ok {
		return nil, &pipeline.InputError{What: "agens: job: start: there is no node " + strconv.Quote(b.Job.Start)}
	}
	return &jobs{block: b, tools: c.Tools}, nil
}

// jobs is a conversation. It keeps nothing from turn to turn: each is a job of its own.
type jobs struct {
	block *Block
	tools []pipeline.Tool
}

// jobError ends a job; the fallback that it is for was reported.
type jobError struct{ reason pipeline.Reason }

func (e *jobError) Error() string { return string(e.reason) }

// Turn implements pipeline.Conversation.
func (j *jobs) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if in.Kind != pipeline.UserMessage || in.Acceptance != "" {
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "anything but messages"}
	}
	var body pipeline.Pieces
	var err error
	if in.Text == "" {
		err = fail(rt, noInput, "")
	} else {
		at := &atWork{jobs: j, Job: j.block.Job, place: rt, input: in.Source.Of(in.Text)}
		body, err = at.run(ctx, nil)
	}
	if failed, ok := errors.AsType[*jobError](err); ok {
		return pipeline.Outcome{
			Status: pipeline.StatusFailed, Replies: []pipeline.Reply{{Kind: pipeline.ReplyError, Text: failed.Error()}},
		}, nil
	}
	if err != nil {
		return pipeline.Outcome{}, err
	}
	return pipeline.Outcome{
		Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Kind: pipeline.ReplyAnswer, Text: body.String()}},
	}, nil
}

// fail reports why a job cannot go on.
func fail(rt *pipeline.Runtime, reason pipeline.Reason, detail string) error {
	rt.Fallback(pipeline.Fallback{Stage: "route", Reason: reason, Detail: detail})
	return &jobError{reason}
}
