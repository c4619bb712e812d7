package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Recorder lets a server answer what Choice says, and rewrites the recordings of the cases that got answers. It
// implements runner.Answerer.
type Recorder struct {
	Choice   Choice
	Model    pipeline.Model // nil: nobody is asked, and what nothing answers is a miss
	Name     string         // of the model that all stages ask; empty: that which the suite gives a stage
	AllCalls bool           // calls with a scripted answer are asked too

	KeepTimeouts bool // record that a server took too long; else the call keeps what it has
	// asked in place of Model for the requests of applications; nil: nobody is
	Upstream pipeline.Arrivals
	From     *Folder // take over what servers said in a run; nil: no
	// told of each call that would be asked, in place of the model: nothing is asked, nor written; nil: no
	Probe func(s *project.Suite, req pipeline.Request)
	Guard *disk.Guard
	// reports whether another suite has the recording of a case too: what it answers there stays; nil: none has
	Shared func(of *project.Suite, id string) bool

	mu    sync.Mutex // cases end side by side
	ended map[*result.Result]*Change
}

// Ended returns what the run of a case has changed, to be told and then written; nil: the case has not come to its end.
// It is asked once.
func (r *Recorder) Ended(res *result.Result) *Change {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.ended[res]
	delete(r.ended, res)
	return c
}

// caseRecorder records one case.
type caseRecorder struct {
	runner.Beginning
	of       *Recorder
	choice   choice
	model    pipeline.Model
	known    *model.Recording // that answers what needs not be asked
	replay   model.Using      // of known
	recorded *model.Replay    // the same; nil for an application
	recorder *model.Recorder  // nil: nobody is asked
	arrives  bool             // of an application: what was recorded of a request goes first there
	before   map[string]string

	mu      sync.Mutex                 // calls are made side by side
	origins map[string]pipeline.Origin // of what was answered, by path: a call may have got a fault in its place
	failed  map[string]*pipeline.Failure
	late    map[string]Failed // not recorded
}

func (c *caseRecorder) replayed(known *model.Recording) runner.Link {
	return func(next pipeline.Model) pipeline.Model {
		if known == nil {
			known = &model.Recording{Case: c.Case.ID}
		}
		replay := model.NewReplay(known, 1, next)
		replay.Mask, replay.Refuse = c.Suite.Masker(), c.choice.refuses
		c.known, c.replay, c.recorded = known, replay, replay
		return replay
	}
}

func (c *caseRecorder) asked() runner.Link {
	return func(next pipeline.Model) pipeline.Model {
		if c.of.Probe != nil && c.choice.asks {
			return probe{c}
		}
		if c.of.Model == nil || !c.choice.asks {
			return next
		}
		asked := answering{model.Named{Model: c.of.Model}}
		c.recorder = &model.Recorder{Next: asked, Mask: c.Suite.Masker(), Repeat: 1, Leave: c.of.leaves}
		return patient{c}
	}
}

// Chat implements pipeline.Model.
func (c *caseRecorder) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := c.model.Chat(ctx, req)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note(req.Path, resp, err)
	return resp, err
}

// note keeps what came of a call, under the lock.
func (c *caseRecorder) note(path string, resp pipeline.Response, err error) {
	c.origins[path] = resp.Origin
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		c.failed[path] = f
	}
}

// Settings implements runner.Answers.
func (c *caseRecorder) Settings(s pipeline.StageSettings) pipeline.StageSettings {
	if c.of.Name != "" {
		s.Model = c.of.Name
	}
	return s
}

// End implements runner.Answers. Nothing is written yet: cases end side by side, and are told of one after the other.
func (c *caseRecorder) End(ctx context.Context, res *result.Result, paths []string) error {
	if c.of.Probe != nil || res.Status == result.StatusError || res.Status == result.StatusSkipped || ctx.Err() != nil {
		return nil
	}
	change := c.change(c.recording(paths), res.Trace)
	if c.of.From != nil && slices.ContainsFunc(change.Failed, func(f Failed) bool { return c.of.leaves(f.Failure) }) {
		change.leave()
	}
	if change.Writes() {
		if err := oneModel(change.rec); err != nil {
			return err
		}
	}
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	if c.of.ended == nil {
		c.of.ended = map[*result.Result]*Change{}
	}
	c.of.ended[res] = change
	return nil
}

// recording returns what the file of the case is to hold.
func (c *caseRecorder) recording(paths []string) *model.Recording {
	rec := model.Merged(c.Case.ID, paths, c.recorder, c.known, c.replay)
	shared := c.of.Shared != nil && c.of.Shared(c.Suite, c.Case.ID)
	switch {
	case c.Recording == nil || !shared && (c.whole() || c.of.From != nil):
		return rec
	case shared: // the other suite may need any line but one that has just got another answer
		return c.instead(rec.Lines, func(l model.Line) string { return l.Path + " " + l.Digest })
	case c.recorder == nil:
		return c.Recording
	}
	return c.instead(c.recorder.Recording(c.Case.ID, paths).Lines, func(l model.Line) string { return l.Path })
}

// whole reports whether the file holds what the run has visited, and nothing else. A timeout that is not recorded may
// have led past calls that have answers.
func (c *caseRecorder) whole() bool { return c.choice.whole && len(c.late) == 0 }

// instead returns the recording that there is, with these lines in the place of those of the same key, and the others
// behind.
func (c *caseRecorder) instead(lines []model.Line, key func(model.Line) string) *model.Recording {
	now, put := map[string][]model.Line{}, map[string]bool{}
	for _, l := range lines {
		now[key(l)] = append(now[key(l)], l)
	}
	all := &model.Recording{Case: c.Case.ID}
	for _, l := range c.Recording.Lines {
		switch k := key(l); {
		case len(now[k]) == 0:
			all.Lines = append(all.Lines, l)
		case !put[k]:
			put[k] = true
			all.Lines = append(all.Lines, now[k]...)
		}
	}
	for _, l := range lines {
		if !put[key(l)] {
			all.Lines = append(all.Lines, l)
		}
	}
	return all
}

// change says what is another now.
func (c *caseRecorder) change(rec *model.Recording, t *trace.Trace) *Change {
	change := &Change{Suite: c.Suite, Case: c.Case.ID, New: c.Recording == nil, rec: rec, guard: c.of.Guard}
	for _, call := range t.Calls() {
		origin := c.origins[call.Path]
		late, isLate := c.late[call.Path]
		switch {
		case isLate:
			change.Failed = append(change.Failed, late)
		case origin.Source == pipeline.SourceScripted:
			change.Scripted++
		case origin.Match == pipeline.MatchLive || c.of.From != nil:
			change.fresh++
			if f := model.MaskedFailure(c.Suite.Masker().Secrets(), c.failed[call.Path]); f != nil {
				change.Failed = append(change.Failed, Failed{Path: call.Path, Failure: f, Recorded: true})
				continue
			}
			change.Asked++
			if !c.arrives && !c.Suite.RecordingsFirst() && c.Case.Said(call.Path, call.Stage, call.Request.Try) != nil {
				change.Overruled++
			}
		case origin.Match == pipeline.MatchMoved && c.whole():
			change.Moved++
		}
	}
	change.Kept = len(rec.Lines) - change.fresh
	if c.Recording != nil {
		change.Dropped = max(0, len(c.Recording.Lines)-len(rec.Lines))
		change.Decisions = changedDecisions(c.before, t, c.Suite.Masker())
		change.Texts = changedTexts(c.Suite, c.Recording, rec)
	}
	if c.of.From != nil && c.unchanged(rec) {
		change.Asked, change.fresh, change.Dropped, change.Moved, change.Kept = 0, 0, 0, 0, len(rec.Lines)
	}
	return change
}

// unchanged reports whether a recording is the one that there was, to the byte.
func (c *caseRecorder) unchanged(rec *model.Recording) bool {
	if c.Recording == nil {
		return false
	}
	was, wasErr := c.Recording.Encode()
	is, err := rec.Encode()
	return wasErr == nil && err == nil && bytes.Equal(was, is)
}

// probe says that it was asked, and that is all.
type probe struct{ *caseRecorder }

// Chat implements pipeline.Model.
func (p probe) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	p.of.Probe(p.Suite, req)
	return pipeline.Response{}, &pipeline.InputError{What: "this call would be asked"}
}

// answering makes an error of the case of what is no answer: a recording of a server that was not there is worth
// nothing.
type answering struct{ pipeline.Model }

// Chat implements pipeline.Model.
func (a answering) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if req.Model == "" { // a variant that the suite gives no model
		const what = "no model for %s: name one in the suite, as `models: {default: NAME}`"
		return pipeline.Response{}, &pipeline.InputError{What: fmt.Sprintf(what, req.SettingsKey())}
	}
	resp, err := a.Model.Chat(ctx, req)
	f, failed := errors.AsType[*pipeline.Failure](err)
	if failed && f.Unanswered() {
		return resp, fmt.Errorf("%w; the recording stays as it was", &model.NoAnswerError{Failure: f})
	}
	return resp, err
}

// oneModel refuses answers of two models that go by one name: what a replay shows would be neither's.
func oneModel(rec *model.Recording) error {
	digests := map[string]string{}
	for _, l := range rec.Lines {
		if !l.Source.Recorded() || l.ModelDigest == "" {
			continue
		}
		name := model.ModelName(l.Model)
		if was, ok := digests[name]; ok && was != l.ModelDigest {
			return &pipeline.InputError{What: fmt.Sprintf("%s: the model %s is not the one that gave the answers "+
				"before (digest %.12s, was %.12s): record all of the case again with --mode all", l.Path, name,
				l.ModelDigest, was)}
		}
		digests[name] = l.ModelDigest
	}
	return nil
}

// leaves reports whether a failure is not recorded: a server that is slow once must not take the place of what has been
// answered.
func (r *Recorder) leaves(f *pipeline.Failure) bool {
	return f.Reason == pipeline.Timeout && !r.KeepTimeouts
}

// patient lets a call have what is recorded of it where a server takes too long to answer it anew: the case goes on as
// it will in a replay. A call of which nothing is recorded gets the failure.
type patient struct{ *caseRecorder }

// Chat implements pipeline.Model.
func (p patient) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := p.recorder.Chat(ctx, req)
	f, failed := errors.AsType[*pipeline.Failure](err)
	if !failed || !p.of.leaves(f) {
		return resp, err
	}
	was, wasErr, had := p.recorded.Instead(req)
	p.mu.Lock()
	p.late[req.Path] = Failed{Path: req.Path, Failure: f, Had: had}
	p.mu.Unlock()
	if had {
		return was, wasErr
	}
	return resp, err
}
