package pending

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Dropping says which changes under review are dropped: all calls of cases.
type Dropping struct {
	Suites []string                    // globs; none: all
	Cases  []string                    // globs over ids and suite/id; none: all
	Only   func(suite, id string) bool // only these; nil: all
	DryRun bool                        // nothing is removed
}

// Reject drops changes under review. Goldens stay unchanged, and the next run shows the changes again unless their
// cause is gone. No suite is read and nothing runs, so that unreadable or outdated changes can be dropped too; an
// unreadable pending file is named by its file name.
func Reject(ctx context.Context, p *project.Project, d Dropping) ([]review.Accepted, error) {
	suites, err := p.Store().Suites()
	if err != nil {
		return nil, err
	}
	seen, sought := filter.New(d.Suites), (&filter.Cases{Names: d.Cases}).Search()
	var drops []*dropped
	for _, suite := range suites {
		seen.See(suite)
		if !filter.Matches(d.Suites, suite) {
			continue
		}
		found, err := findDropped(p.Store(), suite)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			sought.See(suite, f.Case, nil)
			if filter.MatchesCase(d.Cases, suite, f.Case) && (d.Only == nil || d.Only(suite, f.Case)) {
				drops = append(drops, f)
			}
		}
	}
	if err := errors.Join(seen.Err("no suite with goldens matches --suite"), sought.Err("no case under review")); err !=
		nil {
		return nil, err
	}
	return remove(ctx, p, drops, d.DryRun)
}

// dropped is a case's changes under review, with their files.
type dropped struct {
	review.Accepted
	files  []string
	packed bool // it is a line of the packed changes
}

// findDropped finds the changes under review in a suite's folder, by the names of the files.
func findDropped(store goldens.Store, suite string) ([]*dropped, error) {
	found := map[string]*dropped{}
	err := store.EachFile(suite, func(file string) {
		name, prompts := goldens.Waiting(file)
		if !prompts {
			var form bool
			if name, form = review.FormOf(file); !form || !strings.HasSuffix(file, ".pending.json") {
				return
			}
		}
		d := found[name]
		if d == nil {
			d = &dropped{Accepted: review.Accepted{Suite: suite, Case: name}}
			found[name] = d
		}
		d.files = append(d.files, path.Join(store.Dir, suite, file))
		if !prompts {
			d.Forms++
		}
	})
	all, unreadable := packedDropped(store, suite)
	if unreadable != nil {
		all = append(all, unreadable)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		found[name].read(store, name)
		all = append(all, found[name])
	}
	return all, err
}

// packedDropped finds the changes of packed goldens. Files that cannot be read are dropped as a whole.
func packedDropped(store goldens.Store, suite string) (all []*dropped, unreadable *dropped) {
	g, err := packed.OpenWaiting(store, suite)
	if err == nil {
		err = errors.Join(g.EachWaiting(func(c packed.Change) error {
			all = append(all, &dropped{Accepted: review.Accepted{Suite: suite, Case: c.Case,
				Taken: result.Taken{Calls: c.Differ}}, packed: true})
			return nil
		}), g.Close())
	}
	if err == nil {
		return all, nil
	}
	file := path.Join(store.Dir, suite, packed.WaitingName)
	id := strings.TrimSuffix(packed.WaitingName, ".jsonl")
	return nil, &dropped{Accepted: review.Accepted{Suite: suite, Case: id}, files: []string{file}}
}

// read sets the case and the number of changes, as far as the files can be read.
func (d *dropped) read(store goldens.Store, name string) {
	if pending, err := store.Load(store.PendingPath(d.Suite, name)); pending != nil && err == nil {
		d.Case = pending.Case
		if old, err := store.Load(store.Path(d.Suite, name)); err == nil || errors.Is(err, conflict.Err) {
			d.Calls = review.Differing(old, pending)
		}
		return
	}
	for _, form := range wire.Forms() {
		id, run, err := review.FormRun(store, store.PendingFormPath(d.Suite, name, form))
		if run != nil && err == nil {
			d.Case = id
		}
	}
}

// remove removes the files case by case, and returns the cases.
func remove(ctx context.Context, p *project.Project, drops []*dropped, dryRun bool) (done []review.Accepted,
	err error) {
	store, guard := p.Store(), p.Guard("reject")
	if store.DryRun = dryRun; dryRun {
		guard = &disk.Guard{}
	}
	var errs []error
	lines := map[string][]review.Accepted{} // of packed changes, by suite
	for _, d := range drops {
		if d.packed {
			lines[d.Suite] = append(lines[d.Suite], d.Accepted)
			continue
		}
		if ctx.Err() != nil {
			return done, ctx.Err()
		}
		err := guard.Do(ctx, func() error {
			var errs []error
			for _, file := range d.files {
				errs = append(errs, store.Remove(file))
			}
			return errors.Join(errs...)
		})
		if errs = append(errs, err); err == nil {
			done = append(done, d.Accepted)
		}
	}
	for _, suite := range slices.Sorted(maps.Keys(lines)) {
		err := guard.Do(ctx, func() error { return removeLines(store, suite, lines[suite]) })
		if errs = append(errs, err); err == nil {
			done = append(done, lines[suite]...)
		}
	}
	return done, errors.Join(errs...)
}

// removeLines removes packed changes of a suite.
func removeLines(store goldens.Store, suite string, cases []review.Accepted) error {
	if store.DryRun {
		return nil
	}
	g, err := packed.OpenWaiting(store, suite)
	if err != nil {
		return err
	}
	for _, c := range cases {
		err = errors.Join(err, g.Drop(c.Case))
	}
	if err == nil {
		err = g.Flush()
	}
	return errors.Join(err, g.Close())
}
