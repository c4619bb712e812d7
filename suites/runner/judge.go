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
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// judge lets the judges of a turn that has ended judge its reply, if there is one. Their calls happen in a tree of
// places of their own: they move no clock, and nothing in the system rests on them. What comes of them is in the trace.
func (r *caseRun) judge(ctx context.Context, place string, t *fixtures.Turn, in pipeline.Input) error {
	last := &r.outcomes[len(r.outcomes)-1]
	text := trace.ReplyOf(&last.Outcome)
	if !r.judges || last.Unknown || text == "" {
		return nil
	}
	from := r.saidBy(place, text)
	env := &pipeline.Env{Model: r.capture, Settings: r.suite.Settings, Stages: []pipeline.Stage{judge.Stage()}}
	for _, by := range t.Judges() {
		file, rubric, err := r.suite.Project().Rubric(&by)
		if err != nil {
			return err
		}
		of := judge.Subject{Message: in.Source.Of(in.Text), Reply: from.Of(text)}
		root := pipeline.NewRuntime(env, r.c.Start)
		rt := root.At(place, "")
		rt.After(r.root.Latest())
		err = verdict(ctx, rt, judge.Request(&by, file, rubric, of))
		if r.verdicts == nil {
			r.verdicts = map[string][]pipeline.Entry{}
		}
		r.verdicts[place] = append(r.verdicts[place], root.Log()[1:]...) // the first opens the turn, which is open
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
	}
	return nil
}

// saidBy returns the source of a turn's reply: the last call of the turn whose answer it is, else the system.
func (r *caseRun) saidBy(place, text string) pipeline.TextSource {
	for _, e := range slices.Backward(r.root.Log()) {
		if e.Kind != pipeline.EntryCall || !strings.HasPrefix(e.Path, place+"/") {
			continue
		}
		if x, ok := r.capture.At(e.Path); ok && x.Err == nil && strings.TrimSpace(x.Response.Content) == strings.TrimSpace(text) {
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

// withVerdicts returns a log with what judges did at the end of each turn.
func (r *caseRun) withVerdicts(log []pipeline.Entry) []pipeline.Entry {
	if len(r.verdicts) == 0 {
		return log
	}
	var all []pipeline.Entry
	turn := ""
	for _, e := range log {
		if e.Kind == pipeline.EntryPlace && !strings.Contains(e.Path, "/") {
			all = append(all, r.verdicts[turn]...)
			turn = e.Path
		}
		all = append(all, e)
	}
	return append(all, r.verdicts[turn]...)
}

// unjudged names the replies without a verdict.
func (r *caseRun) unjudged(scores []score.Score) []string {
	var lines []string
	file, _ := r.c.Where()
	for _, s := range scores {
		if s.Unmeasured && s.IsVerdict() {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", file, s.Line, s.Path, s.Reason))
		}
	}
	return few(lines)
}
