package runner

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
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// caseRun is the run of one case.
type caseRun struct {
	suite    *project.Suite
	c        *fixtures.Case
	root     *pipeline.Runtime
	capture  *model.Capture
	outcomes []trace.Outcome
	begun    []string       // the places of the turns that were taken
	world    pipeline.Input // its skills and files as they are now
	files    []fs.FS        // by turn, the end last
	line     int            // of the case's file, for errors: the system's block, then the last turn
	errs     []error
	stopped  []error // misses behind an acceptance that has found no open work: the case ends with them
}

// runCase takes a case through its system, and judges nothing but its expectations.
func runCase(ctx context.Context, s *project.Suite, src fixtures.Source, systems []string) *result.Result {
	res := &result.Result{Suite: s.Name, File: src.File, Line: src.Line, Status: result.StatusError}
	defer res.Mask(s.Masker())
	c, err := src.Decode(systems)
	if err != nil {
		res.Case = src.File
		res.Errors = []error{err}
		return res
	}
	res.Case, res.Tags, res.CaseForms = c.ID, c.Tags, c.Forms
	r := &caseRun{suite: s, c: c, line: src.Line}
	conv, err := r.open()
	if err == nil {
		err = r.turns(ctx, conv)
	}
	res.Trace = r.trace()
	if u, ok := errors.AsType[*pipeline.Unsupported](err); ok {
		res.Status, res.Skipped = result.StatusSkipped, u.What
		return res
	}
	if err != nil {
		r.errs = append(r.errs, err)
	}
	if len(r.errs) > 0 && result.OnlyMisses(r.errs) && res.Trace.UnmetAcceptance() {
		// The case fails, and is judged up to there.
		r.stopped, r.errs = r.errs, nil
	}
	for _, err := range r.errs {
		res.Bug = res.Bug || result.IsBug(err)
		if !result.IsPositioned(err) {
			err = pipeline.FileErrorf(src.File, r.line, "%w", explained(s, err, src.File, r.line))
		}
		res.Errors = append(res.Errors, err)
	}
	if len(r.errs) > 0 {
		if slices.ContainsFunc(r.errs, result.IsMiss) {
			res.Warnings = few(r.unused(res.Trace, c.Scripts()))
		}
		return res
	}
	res.Status = result.StatusOK
	res.Warnings = append(r.endedEarly(), r.warnings(res.Trace)...)
	if res.Scores, res.Errors = s.Judge().Case(ctx, c, res.Trace); len(res.Errors) > 0 {
		res.Status = result.StatusError
		return res
	}
	if res.Failures = score.Failures(c, res.Scores); len(res.Failures) > 0 {
		res.Status = result.StatusFailed
	}
	return res
}

// open reads what the case starts from and opens the conversation.
func (r *caseRun) open() (pipeline.Conversation, error) {
	r.line = cmp.Or(r.c.BlockLine(r.suite.System), r.line)
	ofCase, _ := r.suite.Pipeline().Blocks()
	pc := r.c.Pipeline()
	err := r.suite.DecodeBlock(ofCase)
	if err != nil {
		return nil, err
	}
	if err := r.c.Block(r.suite.System, ofCase); err != nil {
		return nil, err
	}
	pc.Block = ofCase
	if pc.Skills, pc.Library, err = r.suite.SkillsOf(r.c, r.c.Skills); err != nil {
		return nil, err
	}
	pc.Files, r.files = r.c.FilesFrom()
	r.world = pipeline.Input{Skills: pc.Skills, Library: pc.Library, Files: pc.Files}
	rec, err := r.suite.Recording(r.c.ID)
	if err != nil {
		return nil, err
	}
	r.capture = chain(offline(r.suite, r.c, rec))
	r.root = pipeline.NewRuntime(&pipeline.Env{Model: r.capture, Tools: fixtures.Results(r.c.Tools), Settings: r.suite.Settings, Stages: r.suite.Vocabulary().Stages}, r.c.Start)
	return safely(func() (pipeline.Conversation, error) { return r.suite.Pipeline().Open(pc) })
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
	_, ofTurn := r.suite.Pipeline().Blocks()
	if err := t.Block(r.suite.System, ofTurn); err != nil {
		return false, err
	}
	in.Block = ofTurn
	if err := r.change(t, &in); err != nil {
		return false, err
	}
	rt := r.root.At(place, "")
	out, err := safely(func() (pipeline.Outcome, error) { return conv.Turn(ctx, rt, in) })
	if r.errs = r.root.Errs(); len(r.errs) > 0 {
		if t.End == fixtures.EndsWithRecording && result.OnlyMisses(r.errs) {
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
	r.outcomes = append(r.outcomes, trace.Outcome{Place: place, Outcome: out})
	return true, nil
}

// change hands a turn the skills and files as they are from it on.
func (r *caseRun) change(t *fixtures.Turn, in *pipeline.Input) (err error) {
	if t.Skills != nil {
		if r.world.Skills, r.world.Library, err = r.suite.SkillsOf(r.c, *t.Skills); err != nil {
			return err
		}
	}
	r.world.Files, r.files = r.files[0], r.files[1:]
	in.Skills, in.Library, in.Files = r.world.Skills, r.world.Library, r.world.Files
	return nil
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

func (r *caseRun) trace() *trace.Trace {
	if r.root == nil {
		return &trace.Trace{Suite: r.suite.Name, Case: r.c.ID}
	}
	t := trace.New(r.suite.Name, r.c.ID, r.root.Log(), r.capture)
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
