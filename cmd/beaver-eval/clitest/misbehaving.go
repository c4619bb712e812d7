package clitest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// system is a system whose turn is a function.
type system struct {
	name   string
	turn   func(context.Context, *pipeline.Runtime, pipeline.Input) (pipeline.Outcome, error)
	stages []pipeline.Stage // nil: a router and a main
}

// misbehaving returns systems that break the contract.
func misbehaving() []pipeline.System {
	return []pipeline.System{
		system{name: "panicky", turn: func(
			context.Context, *pipeline.Runtime, pipeline.Input,
		) (pipeline.Outcome, error) {
			panic("no such tree")
		}},
		system{name: "failing", turn: func(
			context.Context, *pipeline.Runtime, pipeline.Input,
		) (pipeline.Outcome, error) {
			return pipeline.Outcome{}, fmt.Errorf("an error that is nobody's fallback")
		}},
		system{name: "picky", turn: func(context.Context, *pipeline.Runtime, pipeline.Input) (pipeline.Outcome, error) {
			return pipeline.Outcome{}, &pipeline.Unsupported{What: "talk"}
		}},
		system{name: "stuck", turn: stuck},
		system{name: "deaf", turn: deaf},
		system{name: "misspelt", turn: misspelt},
		system{name: "mistaken", turn: mistaken, stages: []pipeline.Stage{
			{Name: "main", Calls: true, Reads: pipeline.ReadsText, Fallback: "the user gets a fixed sentence"},
		}},
	}
}

// mistaken declares another sentence than its fallback gives.
func mistaken(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	resp, err := rt.Chat(ctx, pipeline.Request{
		Stage: "main", Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", in.Text)},
		Declared: []pipeline.Declared{{Answer: &pipeline.Response{Content: "Please call again."}}},
	})
	f, failed := errors.AsType[*pipeline.Failure](err)
	switch {
	case err != nil && !failed:
		return pipeline.Outcome{}, err
	case err == nil && resp.Content == "":
		f, failed = &pipeline.Failure{Reason: pipeline.Empty}, true
	}
	if failed {
		rt.Fallback(pipeline.Fallback{Stage: "main", Reason: f.Reason, Tries: 1})
		resp.Content = "Sorry."
	}
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: resp.Content}}}, nil
}

// stuck sends Ctrl-C after its first call, and hangs until the run ends.
func stuck(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	if _, err := rt.Chat(ctx, pipeline.Request{Stage: "main",
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", in.Text)}}); err != nil {
		return pipeline.Outcome{}, err
	}
	if in.Text != "hang" {
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return pipeline.Outcome{}, err
	}
	if err := self.Signal(os.Interrupt); err != nil {
		return pipeline.Outcome{}, err
	}
	<-ctx.Done()
	return pipeline.Outcome{}, ctx.Err()
}

// misspelt reports the thing that the user names under a wrong name, and hides every error.
func misspelt(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	out := pipeline.Outcome{Status: pipeline.StatusDone}
	switch in.Text {
	case "decision":
		rt.Decided("mian", "hello")
	case "fallback":
		rt.Fallback(pipeline.Fallback{Stage: "main", Reason: "tired"})
	case "reply":
		out.Replies = []pipeline.Reply{{Text: "Hello!", Kind: "shout"}}
	case "role":
		rt.Chat(ctx, pipeline.Request{Stage: "main",
			Messages: []pipeline.Message{pipeline.Text("usr", "Message", "Hello")}})
	case "stage":
		rt.Chat(ctx, pipeline.Request{Stage: "mian"})
	case "status":
		out.Status = "fine"
	}
	return out, nil
}

// deaf sends Ctrl-C again and again, and ignores it.
func deaf(context.Context, *pipeline.Runtime, pipeline.Input) (pipeline.Outcome, error) {
	self, err := os.FindProcess(os.Getpid())
	for err == nil {
		err = self.Signal(os.Interrupt)
		time.Sleep(20 * time.Millisecond)
	}
	return pipeline.Outcome{}, err
}

func (s system) Name() string                 { return s.name }
func (s system) Blocks() (ofCase, ofTurn any) { return nil, nil }

func (s system) Stages() []pipeline.Stage {
	if s.stages != nil {
		return s.stages
	}
	return []pipeline.Stage{{Name: "router", Calls: true}, {Name: "main", Calls: true}}
}

func (s system) Open(pipeline.Case) (pipeline.Conversation, error) { return s, nil }

func (s system) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	return s.turn(ctx, rt, in)
}
