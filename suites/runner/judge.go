package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/judge"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// judges judge the replies of one case.
type judges struct {
	suite *project.Suite
	said  map[string][]pipeline.Entry // by turn
}

// judge lets the judges of a turn that has ended judge its reply, if there is one. root is that of the case. Their
// calls happen in a tree of places of their own: they move no clock, and nothing in the system rests on them. nil:
// nobody judges.
func (j *judges) judge(ctx context.Context, root *pipeline.Runtime, asked *model.Capture, t *fixtures.Turn,
	in pipeline.Input, out trace.Outcome) error {
	text, asks := trace.ReplyOf(&out.Outcome), t.Judges()
	if j == nil || out.Unknown || text == "" || len(asks) == 0 {
		return nil
	}
	of := judge.Subject{Message: in.Source.Of(in.Text), Reply: saidBy(root.Log(), asked, out.Place, text).Of(text)}
	env := &pipeline.Env{Model: asked, Settings: j.suite.Settings, Stages: []pipeline.Stage{judge.Stage()}}
	for _, by := range asks {
		file, rubric, err := j.suite.Project().Rubric(&by)
		if err != nil {
			return err
		}
		own := pipeline.NewRuntime(env, root.Now())
		rt := own.At(out.Place, "")
		rt.After(root.Latest())
		err = verdict(ctx, rt, judge.Request(&by, file, rubric, of))
		if j.said == nil {
			j.said = map[string][]pipeline.Entry{}
		}
		j.said[out.Place] = append(j.said[out.Place], own.Log()[1:]...) // without the turn's place, which is open
		if err != nil {
			return fmt.Errorf("%s: %w", out.Place, err)
		}
	}
	return nil
}

// saidBy returns the source of a turn's reply: the last call of the turn whose answer it is, else the system.
func saidBy(log []pipeline.Entry, asked *model.Capture, place, text string) pipeline.TextSource {
	text = strings.TrimSpace(text)
	for _, e := range slices.Backward(log) {
		if e.Kind != pipeline.EntryCall || !strings.HasPrefix(e.Path, place+"/") {
			continue
		}
		if x, ok := asked.At(e.Path); ok && x.Err == nil && strings.TrimSpace(x.Response.Content) == text {
			return pipeline.TextSource{Kind: pipeline.TextAnswer, Name: e.Path, Define: e.Stage}
		}
	}
	return pipeline.TextSource{Kind: pipeline.TextCode}
}

// verdict asks for a verdict, and reports it. Without one the reply stays unjudged: an answer to another request, or
// none, is no verdict on this reply, and one that cannot be read is none at all. The error is any other one.
func verdict(ctx context.Context, rt *pipeline.Runtime, req pipeline.Request) error {
	resp, err := rt.Chat(ctx, req)
	_, missed := errors.AsType[*model.MissError](err)
	_, failed := errors.AsType[*pipeline.Failure](err)
	switch {
	case missed || failed || err == nil && resp.Origin.Match == pipeline.MatchStale:
		return nil
	case err != nil:
		return err
	}
	v, err := judge.Read(rt.Settings(req.SettingsKey()).Replies, resp.Content)
	if why, ok := errors.AsType[*pipeline.Failure](err); ok {
		rt.Rejected(judge.Name, why)
		return nil
	}
	if err == nil {
		rt.Decided(judge.Name, v)
	}
	return err
}

// with returns the log of a case with what judges did at the end of each turn.
func (j *judges) with(log []pipeline.Entry) []pipeline.Entry {
	if j == nil || len(j.said) == 0 {
		return log
	}
	var all []pipeline.Entry
	turn := ""
	for _, e := range log {
		if e.Kind == pipeline.EntryPlace && !strings.Contains(e.Path, "/") {
			all = append(all, j.said[turn]...)
			turn = e.Path
		}
		all = append(all, e)
	}
	return append(all, j.said[turn]...)
}
