// Package live answers the calls of cases from servers, or from the servers' answers in an earlier run, and keeps the
// answers as recordings.
package live

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/judge"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Answerer lets a server answer every call. It implements runner.Answerer.
type Answerer struct {
	Model   pipeline.Model // nil: none, and a call that From does not answer is a miss
	Name    string         // of the model for all stages; empty: as the suite says
	Scripts bool           // scripted answers of the case and its suite come first
	From    *Folder        // answers of an earlier run, used before the model; nil: none
	Keep    *Folder        // where each answer is stored at once; nil: nowhere
	Outage  *Outage        // notices that the model is gone; nil: not watched
}

// Begin implements runner.Answerer.
func (a *Answerer) Begin(b runner.Beginning) (runner.Answers, error) {
	s, c := b.Suite, b.Case
	answers := &answers{of: a, suite: s, id: c.ID, offline: b.Offline}
	var earlier *model.Recording
	var err error
	if a.From != nil {
		if earlier, err = a.From.ReadSample(s.Name, c.ID, b.Sample); err != nil {
			return nil, err
		}
	}
	if earlier != nil && a.Model != nil {
		earlier = earlier.Answered()
	}
	if a.Keep != nil {
		if answers.file, err = a.Keep.begin(s.Name, c.ID, b.Sample, earlier); err != nil {
			return nil, err
		}
	}
	answers.model = runner.Chain(append(answers.scripts(c), answers.earlier(earlier), answers.asked()))
	return answers, nil
}

// answers answers the calls of one case.
type answers struct {
	of       *Answerer
	suite    *project.Suite
	id       string
	model    pipeline.Model // answers
	offline  pipeline.Model // would answer without a server
	old      *model.Recording
	replay   *model.Replay
	recorder *model.Recorder
	file     *caseFile // nil: nothing is kept
}

func (a *answers) scripts(c *fixtures.Case) []runner.Link {
	if !a.of.Scripts {
		return nil
	}
	return []runner.Link{runner.ScriptedBy(c), runner.OtherwiseBy(a.suite)}
}

// earlier answers from an earlier run. If there is a model, an answer to another request is not used.
func (a *answers) earlier(rec *model.Recording) runner.Link {
	return func(next pipeline.Model) pipeline.Model {
		a.old, a.replay = rec, model.NewReplay(rec, 1, next)
		a.replay.Mask = a.suite.Masker()
		a.replay.Refuse = func(_ *model.Line, match pipeline.Match) bool {
			return a.of.Model != nil && match == pipeline.MatchStale
		}
		return a.replay
	}
}

// asked asks the model and records its answer.
func (a *answers) asked() runner.Link {
	return func(next pipeline.Model) pipeline.Model {
		if a.of.Model == nil {
			return next
		}
		heard := listening{a.of.Model, a.of.Outage}
		a.recorder = &model.Recorder{Next: model.Named{Model: heard}, Mask: a.suite.Masker(), Repeat: 1}
		if a.file != nil {
			a.recorder.Keep = a.file.add
		}
		return a.recorder
	}
}

// Settings implements runner.Answers.
func (a *answers) Settings(s pipeline.StageSettings) pipeline.StageSettings {
	if a.of.Name != "" {
		s.Model = a.of.Name
	}
	return s
}

// Chat implements pipeline.Model. A call without an answer from a server, now or in the earlier run, ends the case,
// unless it is a judge's.
func (a *answers) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := a.model.Chat(ctx, req)
	f, failed := errors.AsType[*pipeline.Failure](err)
	if failed && f.Unanswered() && resp.Origin.Source.Recorded() && !judge.Is(req.Stage, req.Path) {
		return resp, &model.NoAnswerError{Failure: f}
	}
	if resp.Origin.Source != pipeline.SourceScripted {
		was, wasErr := a.offline.Chat(ctx, req)
		resp.Origin.Other = !same(resp, err, was, wasErr)
	}
	return resp, err
}

// End implements runner.Answers: answers are put into the order of the tree. A case that did not finish keeps all
// answers.
func (a *answers) End(_ context.Context, res *result.Result, paths []string) error {
	switch {
	case a.file == nil:
		return nil
	case res.Status == result.StatusError:
		return a.file.leave()
	}
	return a.file.end(model.Merged(a.id, paths, a.recorder, a.old, a.replay))
}

// same reports whether two answers to a call are the same to what follows.
func same(a pipeline.Response, errA error, b pipeline.Response, errB error) bool {
	fa, failedA := errors.AsType[*pipeline.Failure](errA)
	fb, failedB := errors.AsType[*pipeline.Failure](errB)
	switch {
	case failedA && failedB:
		return fa.Reason == fb.Reason
	case errA != nil || errB != nil || a.Content != b.Content || len(a.ToolCalls) != len(b.ToolCalls):
		return false
	}
	for i, c := range a.ToolCalls {
		if c.Name != b.ToolCalls[i].Name || c.Arguments != b.ToolCalls[i].Arguments {
			return false
		}
	}
	return true
}
