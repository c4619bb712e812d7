package suites

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Options say what to run and what to do with it.
type Options struct {
	Cases   []string // globs over case ids; none: all
	Stages  []string // globs over stages and paths: only these calls are compared; none: all
	Workers int      // cases side by side; 0: one for each processor
	Compare bool     // hold the prompts against goldens
	Write   bool     // keep what differs in pending files

	Orphan func(Orphan) // told of each file that no suite claims; nil: nobody looks, since not all suites are there
}

// Run runs the cases of the suites, many side by side, and hands their results to sink one after the other, in the
// order of suites and cases. It stops at sink's first error, when another command does not let it write
// (*lockfile.HeldError), or when ctx ends; what was handed over by then is whole.
func Run(ctx context.Context, suites []*Suite, systems map[string]pipeline.System, o Options, sink func(*Result) error) error {
	names, claimed := slices.Sorted(maps.Keys(systems)), newClaimed(suites)
	for _, s := range suites {
		r := &suiteRun{Suite: s, options: o, systems: names, store: s.project.Store(), guard: s.project.guard("run"), claimed: claimed}
		if o.Write {
			if err := sweep(ctx, r.store, s.Name, r.guard); err != nil {
				return err
			}
		}
		if err := r.list(); err != nil {
			return err
		}
		if err := r.run(ctx, sink); err != nil {
			return err
		}
	}
	if len(suites) == 0 {
		return nil
	}
	return o.loose(ctx, suites[0].project, claimed, sink)
}

// Store is where a project keeps its goldens.
func (p *Project) Store() goldens.Store {
	return goldens.Store{FS: p.FS, Dir: p.Goldens, Disk: p.Dir}
}

// suiteRun is one suite's part of a run.
type suiteRun struct {
	*Suite
	options Options
	systems []string
	store   goldens.Store
	guard   *lockfile.Guard     // of what lies beside the goldens
	claimed *claimed            // by the cases that came by
	beside  map[string]struct{} // files beside the goldens: pending ones, and forms
}

// list notes what lies beside the goldens, once for all cases: most have nothing there.
func (r *suiteRun) list() error {
	r.beside = map[string]struct{}{}
	if !r.options.Compare {
		return nil
	}
	return r.store.EachFile(r.Name, func(file string) {
		if _, golden := goldens.Accepted(file); !golden {
			r.beside[file] = struct{}{}
		}
	})
}

// run takes the cases through their systems and hands their results to sink, then what is left of cases that are no
// more.
func (r *suiteRun) run(ctx context.Context, sink func(*Result) error) error {
	report := sink
	sink = func(res *Result) error {
		res.maskNames(r.masker)
		return report(res)
	}
	worker := func(ctx context.Context) func(fixtures.Source) *Result {
		var text []byte // of a golden, used again from case to case
		return func(src fixtures.Source) *Result { return r.one(ctx, src, &text) }
	}
	err := fixtures.SideBySide(ctx, r.cases, r.options.Workers, worker, func(res *Result) error {
		if res == nil {
			return nil // filtered out
		}
		if held := heldError(res.Errors); held != nil {
			return held
		}
		r.claimed.add(r.Suite, res.Case, res.forms)
		return sink(res)
	})
	if err != nil {
		return err
	}
	return r.orphans(ctx, sink)
}

// one runs a case; nil when a filter leaves it out.
func (r *suiteRun) one(ctx context.Context, src fixtures.Source, text *[]byte) *Result {
	if len(r.options.Cases) > 0 {
		if id, err := src.ID(); err != nil || !Matches(r.options.Cases, id) {
			return nil
		}
	}
	res := r.runCase(ctx, src, r.systems)
	if r.options.Compare && res.Trace != nil && res.Status != StatusSkipped {
		err := r.compare(ctx, src, res, text)
		if err == nil && len(r.options.Stages) == 0 && res.Status != StatusError {
			err = r.compareForms(ctx, src, res)
		}
		if err != nil {
			if errors.Is(err, goldens.ErrTooLarge) { // what the case says is, and no system can help it
				err = &inputError{fmt.Errorf("%s:%d: %w; shorten the case, or split it", src.File, src.Line, err)}
			}
			res.Errors, res.Status = append(res.Errors, err), StatusError
			res.Bug = res.Bug || isBug(err)
		}
	}
	return res
}

// compare holds the prompts of a case against its golden. scratch is room for its text.
func (r *suiteRun) compare(ctx context.Context, src fixtures.Source, res *Result, scratch *[]byte) error {
	name := fixtures.FileName(res.Case)
	res.Golden = r.store.Path(r.Name, name)
	got := res.Trace.golden()
	want, err := r.store.Read(res.Golden)
	if err != nil {
		return &inputError{err}
	}
	text, err := got.Append((*scratch)[:0])
	*scratch = text
	if err != nil {
		return fmt.Errorf("%s: %w", res.Golden, err)
	}
	res.Compared = true
	pending := r.store.PendingPath(r.Name, name)
	if want != nil && bytes.Equal(want, text) {
		for _, c := range got.Calls {
			if r.wanted(c.Path, c.Stage) {
				res.Changes = append(res.Changes, Change{Status: Unchanged, Path: c.Path, Stage: c.Stage})
			}
		}
		return r.settle(ctx, pending)
	}
	var old *goldens.File
	if want != nil {
		if old, err = goldens.Read(res.Golden, want); err != nil {
			return &inputError{err}
		}
	}
	for _, c := range goldens.Compare(old, got) {
		if r.wanted(c.Path, c.Stage) && !(c.Status == goldens.Missing && res.Status == StatusError) {
			res.Changes = append(res.Changes, newChange(c, r.masker))
		}
	}
	if res.Status == StatusError { // cut short: nothing that could be accepted
		return nil
	}
	if !slices.ContainsFunc(res.Changes, func(c Change) bool { return c.Status != Unchanged }) {
		if len(r.options.Stages) > 0 { // other calls may differ
			return nil
		}
		return r.settle(ctx, pending)
	}
	return r.keep(ctx, src, res, got, text)
}

// settle takes away a pending file that nothing needs any more.
func (r *suiteRun) settle(ctx context.Context, pending string) error {
	if _, there := r.beside[path.Base(pending)]; !there || !r.options.Write {
		return nil
	}
	return r.guard.Do(ctx, func() error { return r.store.Remove(pending) })
}

// keep writes the new prompts, whose golden would be text, beside the golden, with the digests of what they were made
// from. There is nothing to keep when somebody has accepted the same by now.
func (r *suiteRun) keep(ctx context.Context, src fixtures.Source, res *Result, got *goldens.File, text []byte) error {
	if !r.options.Write {
		return nil
	}
	var err error
	if got.Pending, err = r.inputs(src, r.systems); err != nil {
		return err
	}
	got.Pending.Prompts = r.from
	pending := r.store.PendingPath(r.Name, fixtures.FileName(res.Case))
	return r.guard.Do(ctx, func() error {
		if now, err := r.store.Read(res.Golden); err != nil || bytes.Equal(now, text) {
			return err
		}
		res.Pending = pending
		return r.store.Write(pending, got)
	})
}

// inputs names all that the prompts of a case were made from.
func (s *Suite) inputs(src fixtures.Source, systems []string) (*goldens.Pending, error) {
	c, err := src.Decode(systems)
	if err != nil {
		return nil, err
	}
	library, err := s.libraries(c)
	if err != nil {
		return nil, err
	}
	p := &goldens.Pending{Templates: s.templates, Case: digestOf([]byte(src.Digest() + s.digest + library))}
	if s.Recordings != "" {
		data, err := s.recordingText(c.ID)
		if err != nil {
			return nil, err
		}
		p.Answers = digestOf(data)
	}
	return p, nil
}

// orphan is the result of a golden whose case is no more: its calls are missing. nil: it was taken away by now.
func (r *suiteRun) orphan(ctx context.Context, name string) (*Result, error) {
	res := &Result{Suite: r.Name, Case: name, Status: StatusOrphan, Golden: r.store.Path(r.Name, name)}
	old, err := r.store.Load(res.Golden)
	if err != nil {
		res.Status, res.Errors = StatusError, []error{&inputError{err}}
		return res, nil
	}
	if old == nil {
		return nil, nil
	}
	res.Case, res.Compared = old.Case, true
	for _, c := range goldens.Compare(old, nil) {
		if r.wanted(c.Path, c.Stage) {
			res.Changes = append(res.Changes, newChange(c, r.masker))
		}
	}
	r.leftForms(name, res)
	if !r.options.Write {
		return res, nil
	}
	res.Pending = r.store.PendingPath(r.Name, name)
	return res, r.guard.Do(ctx, func() error {
		return r.store.Write(res.Pending, &goldens.File{Suite: r.Name, Case: old.Case, Pending: &goldens.Pending{Case: gone}})
	})
}

// gone stands for the digest of a case that is no more.
const gone = "none"

func (r *suiteRun) wanted(callPath, stage string) bool {
	return len(r.options.Stages) == 0 || Matches(r.options.Stages, stage) || Matches(r.options.Stages, callPath)
}

// Matches says whether one of the globs fits; no globs fit everything. In a name that holds slashes * stops at them,
// and ** between two of them does not.
func Matches(globs []string, id string) bool {
	if len(globs) == 0 {
		return true
	}
	return slices.ContainsFunc(globs, func(g string) bool {
		if g == id {
			return true
		}
		if ok, err := path.Match(g, id); err == nil && ok {
			return true
		}
		ok, err := doublestar.Match(g, id)
		return err == nil && ok
	})
}

// CheckGlobs says which glob cannot be read.
func CheckGlobs(globs []string) error {
	var errs []error
	for _, g := range globs {
		if !doublestar.ValidatePattern(g) {
			errs = append(errs, fmt.Errorf("%q is no glob", g))
		}
	}
	return errors.Join(errs...)
}
