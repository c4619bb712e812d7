package clitest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// desk returns a help desk that, unlike Beaver, rejects answers and retries.
func desk() pipeline.System {
	return system{name: "desk", turn: deskTurn, stages: []pipeline.Stage{
		{Name: "answer", Calls: true, Fallback: "the user is told to call again", Reasons: []pipeline.Reason{"rude"}},
		{Name: "clerk"},
		{Name: "intent", Decides: []pipeline.Decides{pipeline.DecidesRoute, pipeline.DecidesPlan}},
	}}
}

// deskTurn takes the turn that the user's first word names.
func deskTurn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch what, _, _ := strings.Cut(in.Text, " "); what {
	case "decide":
		return deskDecides(rt)
	case "find":
		return deskFinds(ctx, rt)
	case "world":
		return deskWorld(in), nil
	case "reply":
		return deskReplies(rt), nil
	}
	return deskAsks(ctx, rt, in)
}

// deskFinds calls a tool with the number of a parcel, which the model knows as the first one.
func deskFinds(ctx context.Context, rt *pipeline.Runtime) (pipeline.Outcome, error) {
	said := pipeline.ToolCall{ID: "c1", Name: "find", Arguments: `{"parcel":"the first"}`}
	meant := pipeline.ToolCall{ID: "c1", Name: "lookup", Arguments: `{"parcel":17}`}
	res, err := rt.ToolAs(ctx, said, meant, nil)
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: res.Content}}}, err
}

// deskWorld says which skills and files there are.
func deskWorld(in pipeline.Input) pipeline.Outcome {
	text := ""
	for _, s := range in.Skills {
		text += s.Source + ":" + s.Path + " "
	}
	if in.Files != nil {
		agents, err := fs.ReadFile(in.Files, "AGENTS.md")
		text += fmt.Sprintf("%s %v", agents, err)
	}
	return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: text}}}
}

// deskReplies says four things, to several.
func deskReplies(rt *pipeline.Runtime) pipeline.Outcome {
	at := rt.At("clerk", "a").Place()
	return pipeline.Outcome{Status: pipeline.StatusWaiting, Replies: []pipeline.Reply{
		{Text: "Hello!"}, {To: "boss", Text: "A customer.", Path: at}, {Kind: pipeline.ReplySilent, Path: at},
		{Kind: pipeline.ReplyQuestion, Text: "Which parcel?", Path: at},
	}}
}

// deskDecides decides two things at two places, without a call.
func deskDecides(rt *pipeline.Runtime) (pipeline.Outcome, error) {
	for _, name := range []string{"a", "b"} {
		at := rt.At("clerk", name)
		at.DecidedAs("intent", pipeline.DecidesRoute, map[string]string{"action": "go-" + name})
		at.DecidedAs("intent", pipeline.DecidesPlan, map[string]any{"steps": []string{"look", "tell-" + name}})
		at.Fallback(pipeline.Fallback{Stage: "intent", Reason: pipeline.Empty})
	}
	return pipeline.Outcome{Status: pipeline.StatusDone}, nil
}

// deskAsks tries at most three times to get an answer that is not rude.
func deskAsks(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	messages := []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Question", in.Text)}
	rude := &pipeline.Failure{Reason: "rude", Err: errors.New("no thanks in it")}
	for try := 1; ; try++ {
		resp, err := rt.Chat(ctx, pipeline.Request{Stage: "answer", Again: try > 1, Messages: messages})
		if err != nil {
			return pipeline.Outcome{}, err
		}
		if resp.Content != "No." {
			return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: resp.Content}}}, nil
		}
		if try == 3 {
			rt.Fallback(pipeline.Fallback{Stage: "answer", Reason: rude.Reason, Tries: try})
			return pipeline.Outcome{Status: pipeline.StatusFailed}, nil
		}
		rt.Rejected("answer", rude)
		messages = append(messages, pipeline.Text(pipeline.RoleUser, "Again", "Say thanks."))
	}
}
