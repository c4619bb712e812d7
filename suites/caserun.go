package suites

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Status is how a case ended. Changed prompts are another matter.
type Status string

// The states of a case.
const (
	StatusOK      Status = "ok"
	StatusFailed  Status = "failed"  // an expectation does not hold
	StatusError   Status = "error"   // the case could not be run to its end
	StatusSkipped Status = "skipped" // the system does not support it
	StatusOrphan  Status = "orphan"  // there is no case, only its golden
)

// Result is what a run of one case came to.
type Result struct {
	Suite    string
	Case     string
	File     string
	Line     int
	Tags     []string // of the case
	Status   Status
	Errors   []error  // what stopped the case, in the order of the tree
	Failures []string // expectations that do not hold
	Scores   []Score
	Warnings []string
	Skipped  string // what the system does not support
	Bug      bool   // an error is the harness's or the system's, not the case's
	Trace    *Trace

	Compared bool         // against the golden
	Changes  []Change     // every call of the case and of its golden
	Golden   string       // path of the golden
	Forms    []FormChange // requests in providers' forms that differ
	forms    []string     // that the case names
	Pending  string       // path of the file with the changes, where one was written

	Unclaimed bool // of an orphan: it is in no suite's folder, and Suite is the folder that it is in, Case the file's name
}

// caseRun is the run of one case.
type caseRun struct {
	suite    *Suite
	c        *fixtures.Case
	root     *pipeline.Runtime
	capture  *model.Capture
	outcomes []Outcome
	begun    []string       // the places of the turns that were taken
	world    pipeline.Input // its skills and files as they are now
	files    []fs.FS        // by turn, the end last
	line     int            // of the case's file, for errors: the system's block, then the last turn
	errs     []error
	stopped  []error // misses behind an acceptance that has found no open work: the case ends with them
}

// runCase takes a case through its system, and judges nothing but its expectations.
func (s *Suite) runCase(ctx context.Context, src fixtures.Source, systems []string) *Result {
	res := &Result{Suite: s.Name, File: src.File, Line: src.Line, Status: StatusError}
	defer res.mask(s.masker)
	c, err := src.Decode(systems)
	if err != nil {
		res.Case = src.File
		res.Errors = []error{err}
		return res
	}
	res.Case, res.Tags, res.forms = c.ID, c.Tags, c.Forms
	r := &caseRun{suite: s, c: c, line: src.Line}
	conv, err := r.open()
	if err == nil {
		err = r.turns(ctx, conv)
	}
	res.Trace = r.trace()
	if u, ok := errors.AsType[*pipeline.Unsupported](err); ok {
		res.Status, res.Skipped = StatusSkipped, u.What
		return res
	}
	if err != nil {
		r.errs = append(r.errs, err)
	}
	if len(r.errs) > 0 && onlyMisses(r.errs) && res.Trace.unmetAcceptance() {
		// The case fails, and is judged up to there.
		r.stopped, r.errs = r.errs, nil
	}
	for _, err := range r.errs {
		res.Bug = res.Bug || isBug(err)
		if _, positioned := errors.AsType[*inputError](err); !positioned {
			err = fmt.Errorf("%s:%d: %w", src.File, r.line, s.explained(err, src.File, r.line))
		}
		res.Errors = append(res.Errors, err)
	}
	if len(r.errs) > 0 {
		if slices.ContainsFunc(r.errs, isMiss) {
			res.Warnings = few(r.unused(res.Trace, c.Scripts()))
		}
		return res
	}
	res.Status = StatusOK
	res.Warnings = append(r.endedEarly(), r.warnings(res.Trace)...)
	if res.Scores, res.Errors = s.judge(ctx, c, res.Trace); len(res.Errors) > 0 {
		res.Status = StatusError
		return res
	}
	if res.Failures = failures(c, res.Scores); len(res.Failures) > 0 {
		res.Status = StatusFailed
	}
	return res
}

// isBug tells the mistakes of a case from those of a program.
func isBug(err error) bool {
	_, input := errors.AsType[*pipeline.InputError](err)
	_, read := errors.AsType[*inputError](err)
	return !isMiss(err) && !input && !read && !errors.Is(err, context.Canceled)
}

// inputError is something that the case names and that cannot be read. Its text begins with a position.
type inputError struct{ err error }

func (e *inputError) Error() string { return e.err.Error() }
func (e *inputError) Unwrap() error { return e.err }

// open builds the chain of models and opens the conversation.
func (r *caseRun) open() (pipeline.Conversation, error) {
	r.line = cmp.Or(r.c.BlockLine(r.suite.System), r.line)
	ofCase, _ := r.suite.system.Blocks()
	pc := r.c.Pipeline()
	err := r.suite.decodeBlock(ofCase)
	if err != nil {
		return nil, &inputError{err}
	}
	if err := r.c.Block(r.suite.System, ofCase); err != nil {
		return nil, &inputError{err}
	}
	pc.Block = ofCase
	if pc.Skills, pc.Library, err = r.suite.skillsOf(r.c, r.c.Skills); err != nil {
		return nil, &inputError{err}
	}
	pc.Files, r.files = r.c.FilesFrom()
	r.world = pipeline.Input{Skills: pc.Skills, Library: pc.Library, Files: pc.Files}
	rec, err := r.suite.recording(r.c.ID)
	if err != nil {
		return nil, &inputError{err}
	}
	otherwise := &model.Scripted{Script: r.suite.Otherwise, Match: pipeline.MatchOtherwise, Next: model.Nothing{}}
	replay := model.NewReplay(rec, 1, otherwise)
	replay.Mask = r.suite.masker
	r.capture = &model.Capture{Next: &model.Scripted{Script: r.c, Next: replay}}
	r.root = pipeline.NewRuntime(&pipeline.Env{Model: r.capture, Tools: fixtures.Results(r.c.Tools), Settings: r.suite.settings, Stages: r.suite.known.stages}, r.c.Start)
	return safely(func() (pipeline.Conversation, error) { return r.suite.system.Open(pc) })
}

func (s *Suite) decodeBlock(v any) error {
	if s.block == nil {
		return nil
	}
	if v == nil {
		return s.block.Errorf("%s has no such block", s.System)
	}
	return s.block.Decode(v)
}

// turns takes the turns in order. It stops at the first one that an error has reached.
func (r *caseRun) turns(ctx context.Context, conv pipeline.Conversation) error {
	for i := range r.c.Turns {
		t := &r.c.Turns[i]
		if t.At != nil {
			r.root.After(pipeline.Mark{At: *t.At})
		}
		if more, err := r.turn(ctx, conv, fixtures.TurnPlace(i), t); err != nil || !more {
			return err
		}
	}
	if r.c.End != nil {
		_, err := r.turn(ctx, conv, fixtures.EndPlace, r.c.End)
		return err
	}
	return nil
}

// turn takes one turn; more says whether the next one can follow.
func (r *caseRun) turn(ctx context.Context, conv pipeline.Conversation, place string, t *fixtures.Turn) (more bool, err error) {
	r.begun, r.line = append(r.begun, place), t.Line()
	in := t.Input()
	_, ofTurn := r.suite.system.Blocks()
	if err := t.Block(r.suite.System, ofTurn); err != nil {
		return false, &inputError{err}
	}
	in.Block = ofTurn
	if err := r.change(t, &in); err != nil {
		return false, &inputError{err}
	}
	rt := r.root.At(place, "")
	out, err := safely(func() (pipeline.Outcome, error) { return conv.Turn(ctx, rt, in) })
	if r.errs = r.root.Errs(); len(r.errs) > 0 {
		if t.End == fixtures.EndsWithRecording && onlyMisses(r.errs) {
			r.errs = nil
		}
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", place, err)
	}
	if err := out.Check(); err != nil {
		return false, fmt.Errorf("%s: %w", place, err)
	}
	r.root.After(r.root.Latest())
	r.outcomes = append(r.outcomes, Outcome{Place: place, Outcome: out})
	return true, nil
}

// change hands a turn the skills and files as they are from it on.
func (r *caseRun) change(t *fixtures.Turn, in *pipeline.Input) (err error) {
	if t.Skills != nil {
		if r.world.Skills, r.world.Library, err = r.suite.skillsOf(r.c, *t.Skills); err != nil {
			return err
		}
	}
	r.world.Files, r.files = r.files[0], r.files[1:]
	in.Skills, in.Library, in.Files = r.world.Skills, r.world.Library, r.world.Files
	return nil
}

func onlyMisses(errs []error) bool {
	return !slices.ContainsFunc(errs, func(err error) bool { return !isMiss(err) })
}

func isMiss(err error) bool {
	_, ok := errors.AsType[*model.MissError](err)
	return ok
}

// safely turns a panic of a system into an error, so that it ends one case and not the run.
func safely[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &pipeline.PanicError{Value: p, Stack: debug.Stack()}
		}
	}()
	return f()
}

func (r *caseRun) trace() *Trace {
	if r.root == nil {
		return &Trace{Suite: r.suite.Name, Case: r.c.ID}
	}
	t := newTrace(r.suite.Name, r.c.ID, r.root.Log(), r.capture)
	t.Outcomes = r.outcomes
	return t
}

// endedEarly says what nothing answered behind an acceptance that has found no open work.
func (r *caseRun) endedEarly() []string {
	var warnings []string
	file, line := r.c.Where()
	for _, err := range r.stopped {
		what := "the case ends here, behind an acceptance without open work"
		warnings = append(warnings, fmt.Sprintf("%s:%d: %s: %v", file, line, what, err))
	}
	return warnings
}
