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

// Recorder sends the calls of Choice to a server, and rewrites the recordings of the cases that got answers. It
// implements runner.Answerer.
type Recorder struct {
	Choice   Choice
	Model    pipeline.Model // nil: none, and a call without an answer is a miss
	Name     string         // of the model for all stages; empty: as the suite says
	AllCalls bool           // calls with a scripted answer are asked too

	KeepTimeouts bool // record that a server took too long; else the call keeps what it has
	// used instead of Model for requests of applications; nil: none
	Upstream pipeline.Arrivals
	From     *Folder // take over what servers said in a run; nil: no
	// called instead of the model for each call, which is neither sent nor recorded; nil: not used
	Probe func(s *project.Suite, req pipeline.Request)
	Guard *disk.Guard
	// reports whether another suite shares the recording of a case: its answers stay; nil: none does
	Shared func(of *project.Suite, id string) bool

	mu    sync.Mutex // cases end concurrently
	ended map[*result.Result]*Change
}

// Ended returns the change made by the run of a case, to be reported and then written; nil: the case did not finish. It
// is called once.
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
	known    *model.Recording // answers calls that need no server
	replay   model.Using      // of known
	recorded *model.Replay    // the same; nil for an application
	recorder *model.Recorder  // nil: no server is asked
	arrives  bool             // of an application, for which recorded requests come first
	before   map[string]string

	mu      sync.Mutex                 // calls are concurrent
	origins map[string]pipeline.Origin // of the answers, by path: a call may have got a fault instead
	failed  map[string]*pipeline.Failure
	late    map[string]Failed // not recorded
}

// scripts answers calls that a person has answered, unless all are asked.
func (c *caseRecorder) scripts() []runner.Link {
	if c.of.AllCalls || c.of.From != nil || c.Suite.RecordingsFirst() {
		return nil
	}
	return []runner.Link{runner.ScriptedBy(c.Case)}
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

// note stores the outcome of a call, under the lock.
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

// End implements runner.Answers. Nothing is written yet: cases end concurrently, but are reported one after the other.
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

// recording returns the new content of the case's file.
func (c *caseRecorder) recording(paths []string) *model.Recording {
	rec := model.Merged(c.Case.ID, paths, c.recorder, c.known, c.replay)
	shared := c.of.Shared != nil && c.of.Shared(c.Suite, c.Case.ID)
	switch {
	case c.Recording == nil || !shared && (c.whole() || c.of.From != nil):
		return rec
	case shared: // the other suite may need any line except one with a new answer
		return c.instead(rec.Lines, func(l model.Line) string { return l.Path + " " + l.Digest })
	case c.recorder == nil:
		return c.Recording
	}
	return c.instead(c.recorder.Recording(c.Case.ID, paths).Lines, func(l model.Line) string { return l.Path })
}

// whole reports whether the file holds only the calls visited by the run. A timeout that is not recorded may have
// skipped calls that have answers.
func (c *caseRecorder) whole() bool { return c.choice.whole && len(c.late) == 0 }

// instead returns the existing recording, with these lines replacing those of the same key, and the others appended.
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

// change returns what changed.
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
		change.Decisions = changedDecisions(c.before, decisionsOf(t, c.Suite.Vocabulary(), c.Suite.Masker()), t)
		change.Texts = changedTexts(c.Suite, c.Recording, rec)
	}
	if c.of.From != nil && c.unchanged(rec) {
		change.Asked, change.fresh, change.Dropped, change.Moved, change.Kept = 0, 0, 0, 0, len(rec.Lines)
	}
	return change
}

// unchanged reports whether a recording equals the previous one, byte for byte.
func (c *caseRecorder) unchanged(rec *model.Recording) bool {
	if c.Recording == nil {
		return false
	}
	was, wasErr := c.Recording.Encode()
	is, err := rec.Encode()
	return wasErr == nil && err == nil && bytes.Equal(was, is)
}

// probe only reports that a call would be sent.
type probe struct{ *caseRecorder }

// Chat implements pipeline.Model.
func (p probe) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	p.of.Probe(p.Suite, req)
	return pipeline.Response{}, &pipeline.InputError{What: "this call would be asked"}
}

// answering turns a missing answer into an error of the case: a recording of an absent server is worthless.
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

// oneModel rejects answers of two models under one name: a replay would show neither.
func oneModel(rec *model.Recording) error {
	digests := map[string]string{}
	for _, l := range rec.Lines {
		if !l.Source.Recorded() || l.ModelDigest == "" {
			continue
		}
		name := model.ModelName(l.Model)
		if was, ok := digests[name]; ok && was != l.ModelDigest {
			return &pipeline.InputError{What: fmt.Sprintf("%s: the model %s is not the one that gave the answers "+
				"before (digest %.12s, was %.12s): record the whole case again with --mode all", l.Path, name,
				l.ModelDigest, was)}
		}
		digests[name] = l.ModelDigest
	}
	return nil
}

// leaves reports whether a failure is not recorded: a server that is slow once must not replace an existing answer.
func (r *Recorder) leaves(f *pipeline.Failure) bool {
	return f.Reason == pipeline.Timeout && !r.KeepTimeouts
}

// patient answers a call from its recording if a server takes too long to answer it anew: the case goes on as it will
// in a replay. A call without a recording gets the failure.
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
