package live

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// beginArriving records a case of an application. By default it asks for calls without an answer and those with a stale
// one.
func (r *Recorder) beginArriving(b runner.Beginning) (runner.Answers, error) {
	said := r.Choice
	if r.Upstream != nil && said == (Choice{}) {
		said = Choice{Stale: true, Missing: true}
	}
	c := &arriving{caseRecorder: &caseRecorder{
		of: r, Beginning: b, choice: said.of(b.Recording), known: b.Recording, origins: map[string]pipeline.Origin{},
		failed: map[string]*pipeline.Failure{}, late: map[string]Failed{}, arrives: true,
	}}
	if r.From != nil {
		c.choice = takeOver()
		var err error
		if c.known, err = r.From.Read(b.Suite.Name, b.Case.ID); err != nil {
			return nil, err
		}
	}
	if c.known == nil {
		c.known = &model.Recording{Case: b.Case.ID}
	}
	c.recorded = model.NewArrived(c.known)
	c.recorded.Refuse = c.choice.refuses
	c.model = runner.Chain(append(c.scripts(), c.replayed(c.known), c.asked())) // of judges
	c.replay = either{c.recorded, c.caseRecorder.recorded}
	if r.Upstream != nil && c.choice.asks && c.recorder == nil {
		c.recorder = &model.Recorder{Mask: b.Suite.Masker(), Repeat: 1}
	}
	return c, nil
}

// either tells which lines of one recording have answered, either way.
type either [2]model.Using

// Used implements model.Using.
func (e either) Used(path string) (line int, ok bool) {
	if line, ok = e[0].Used(path); ok {
		return line, ok
	}
	return e[1].Used(path)
}

// arriving records one case of an application: its requests, which arrive, and those of judges, which have names. It
// implements runner.Arriving.
type arriving struct {
	*caseRecorder
	recorded *model.Arrived
	err      error // what cannot be recorded
}

// Arrivals implements runner.Arriving.
func (c *arriving) Arrivals(offline *runner.ArrivingAnswers) pipeline.Arrivals {
	offline.Recorded, offline.Otherwise = c.recorded, fixtures.Answers{}
	offline.AllCalls = c.of.AllCalls || c.of.From != nil
	if c.recorder != nil {
		offline.Next = c.of.Upstream
	}
	return offline
}

// Keep implements pipeline.Kept. The request is masked already and in canonical form.
func (c *arriving) Keep(req pipeline.Request, resp pipeline.Response, err error) {
	c.recorded.Named(req, resp.Origin)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note(req.Path, resp, err)
	if c.recorder != nil && resp.Origin.Match == pipeline.MatchLive {
		c.err = errors.Join(c.err, c.recorder.Add(req, resp, err))
	}
}

// End implements runner.Answers. A call without an answer from the provider ends the case, whatever the program did: a
// recording of an absent server is worthless.
func (c *arriving) End(ctx context.Context, res *result.Result, paths []string) error {
	if c.recorder == nil || ctx.Err() != nil {
		return errors.Join(c.err, c.caseRecorder.End(ctx, res, paths))
	}
	dropped, lost := c.recorder.Retried(paths)
	if lost != nil {
		file, line := c.Case.Where()
		return errors.Join(c.err, pipeline.FileErrorf(file, line, "%s: %s gave no answer: %v; the recording stays as "+
			"it was", lost.Path, lost.Source, lost.Failure))
	}
	for _, path := range dropped {
		delete(c.origins, path)
	}
	if c.err != nil {
		return fmt.Errorf("the answer cannot be recorded: %w", c.err)
	}
	return c.caseRecorder.End(ctx, res, paths)
}
