package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// asked is the recorded requests of a program, in place of the program.
type asked struct{ log *Log }

// logged is a request of the log, read.
type logged struct {
	line  LogLine
	body  *Body
	stage string
	known bool // the line names the stage, or a rule claims the request
	resp  pipeline.Response
	turn  int // from 1
}

// replay is a case with known requests. It implements pipeline.Conversation and io.Closer.
type replay struct {
	session *session
	log     *Log
	all     []logged
	turns   int
}

// open reads the requests of a case; users is what the user says in each turn, nil if unknown.
func (a *asked) open(with *session, id string, users []string) (*replay, error) {
	lines, err := a.log.Lines(id)
	if err != nil {
		return nil, err
	}
	f := &replay{session: with, log: a.log}
	for i := range lines {
		if err := f.take(&lines[i]); err != nil {
			return nil, pipeline.FileErrorf(a.log.Name(), lines[i].Number, "%w", err)
		}
	}
	f.assign(a.log.Turns(id) > 0, users)
	return f, nil
}

// take reads a request as the proxy would, and notes the ids in its answers.
func (f *replay) take(line *LogLine) (err error) {
	t := logged{line: *line, turn: line.Turn}
	if t.body, err = f.session.store.Read(line.Endpoint, line.Body); err != nil {
		return err
	}
	if t.stage, t.known, err = f.stage(line, t.body); err != nil {
		return err
	}
	known := false
	if t.resp, known, err = line.Response(); err != nil {
		return err
	}
	if known {
		f.session.store.Receive(t.body, line.Answer) // an unreadable answer is never referred to
	}
	for _, m := range append(t.body.Request.Messages, pipeline.Message{ToolCalls: t.resp.ToolCalls}) {
		for _, c := range m.ToolCalls {
			f.session.store.Given(c.ID)
		}
	}
	model := t.body.Model
	if model == "" {
		model = "unknown"
	}
	t.resp.Origin = pipeline.Origin{Source: pipeline.SourceImported, Model: model, From: f.log.At(line.Number)}
	if known {
		t.resp.Origin.Match = pipeline.MatchFresh
	}
	f.all = append(f.all, t)
	return nil
}

// stage returns the stage that a line names, or that the rules say, and whether one of them does.
func (f *replay) stage(line *LogLine, body *Body) (stage string, known bool, err error) {
	if line.Stage == "" {
		stage, known = stageOf(f.session.rules, body)
		return stage, known, nil
	}
	names := stageNames(f.session.rules)
	for _, name := range names {
		if name == line.Stage {
			return name, true, nil
		}
	}
	err = fmt.Errorf("stage: the suite has no stage %.60q, it has %s", line.Stage, strings.Join(names, ", "))
	return "", false, err
}

// assign gives each request its turn. If lines name theirs, one that names none is of the first. Else the texts of the
// turns decide; if none of them is found, each request that ends with a message of the user after an answer begins a
// turn. A case without known texts has one turn.
func (f *replay) assign(named bool, users []string) {
	aligned := !named && f.align(users)
	known := slices.ContainsFunc(users, func(s string) bool { return s != "" })
	guess := !named && !aligned && (users == nil || known)
	turn := 1
	for i := range f.all {
		if guess && i > 0 && goesOn(f.all[i].body.Request.Messages) {
			turn++
		}
		if f.all[i].turn == 0 {
			f.all[i].turn = turn
		}
	}
}

// align gives each request the turn that contains the user's words in it, and reports whether any does.
func (f *replay) align(users []string) bool {
	said := make([]lastWords, len(f.all))
	for i, one := range f.all {
		messages := one.body.Request.Messages
		n := len(messages)
		said[i] = lastWords{one.stage, lastOfUser(messages), n > 0 && messages[n-1].Role == pipeline.RoleUser}
	}
	turns := turnsOf(said, users)
	for i := range turns {
		f.all[i].turn = turns[i]
	}
	return turns != nil
}

// goesOn reports whether a user has replied to an answer of the assistant.
func goesOn(messages []pipeline.Message) bool {
	n := len(messages)
	return n > 1 && messages[n-1].Role == pipeline.RoleUser && messages[n-2].Role == pipeline.RoleAssistant &&
		len(messages[n-2].ToolCalls) == 0
}

// Turn implements pipeline.Conversation.
func (f *replay) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case in.Kind == pipeline.End:
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	case in.Kind != pipeline.UserMessage:
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "a turn that is not a user message"}
	}
	if len(f.all) == 0 {
		if f.turns++; f.turns == 1 {
			rt.Event(pipeline.EventRefused, map[string]string{"what": "nothing: no " + f.log.Unit + " of " +
				filepath.Base(f.log.Name()) + " is of this case"})
		}
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	}
	f.turns++
	t := newTurn(f.session, rt, rt.Place(), in)
	reply, unknown := "", false
	for _, one := range f.all {
		if err := ctx.Err(); err != nil {
			return pipeline.Outcome{}, err
		}
		if one.turn != f.turns {
			continue
		}
		c, _, err := t.arrives(one.body, one.stage, one.known)
		if err != nil {
			return pipeline.Outcome{}, pipeline.FileErrorf(f.log.Name(), one.line.Number, "%w", err)
		}
		t.answers(c, one.resp, nil, ProxyAnswer{})
		if one.resp.Content != "" && len(one.resp.ToolCalls) == 0 {
			reply = one.resp.Content
		}
		unknown = one.resp.Origin.Match == "" // of the last one
	}
	if len(t.calls) == 0 && f.session.block.Calls == nil {
		return pipeline.Outcome{}, &pipeline.InputError{What: "no line of " + f.log.Name() + " belongs to this turn"}
	}
	if unknown {
		reply = ""
	}
	out, err := t.end(rt, reply, nil)
	out.Unknown = unknown
	return out, err
}

// Close reports a request that belongs to no turn of the case.
func (f *replay) Close() error {
	for _, one := range f.all {
		if f.turns > 0 && one.turn > f.turns {
			return pipeline.FileErrorf(f.log.Name(), one.line.Number, "%w",
				fmt.Errorf("a request of turn %d, but %s", one.turn, errTurns(f.turns)))
		}
	}
	return nil
}

func errTurns(n int) error {
	if n == 1 {
		return errors.New("the case has 1 turn")
	}
	return fmt.Errorf("the case has %d turns", n)
}
