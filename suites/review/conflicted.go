package review

import (
	"context"
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// conflicted reports a case whose golden, with this text, holds a merge conflict: none of its prompts is accepted. All
// are kept beside the golden.
func (r *Comparer) conflicted(ctx context.Context, res *result.Result, golden []byte, got *goldens.File,
	text []byte) error {
	if res.Live {
		r.live(res, nil, got)
	} else {
		for _, c := range got.Calls {
			if r.wanted(c.Path, c.Stage) {
				res.Changes = append(res.Changes, result.Change{Status: result.New, Path: c.Path, Stage: c.Stage})
			}
		}
	}
	differ := false
	for i := range res.Changes {
		if c := &res.Changes[i]; c.Status == result.New {
			c.Status, c.Parts, c.Text = result.Conflicted, nil, ""
			differ = true
		}
	}
	res.Unmerged = unmerged(golden, got)
	if !differ || res.Live || res.Status == result.StatusError {
		return nil
	}
	digest, err := got.Digest(text)
	if err != nil {
		return err
	}
	return r.keep(ctx, res, got, text, goldens.Pending{Shown: digest})
}

// loadGolden reads the golden of a case; nil when there is none, and when it holds a merge conflict.
func loadGolden(store goldens.Store, file string) (old *goldens.File, conflicted bool, err error) {
	old, err = store.Load(file)
	if errors.Is(err, conflict.Err) {
		return nil, true, nil
	}
	return old, false, err
}

// loadOrphan reads the golden of a removed case. One side of a merge conflict is enough: the golden is going to be
// removed.
func loadOrphan(store goldens.Store, file string) (*goldens.File, error) {
	old, err := store.Load(file)
	if !errors.Is(err, conflict.Err) {
		return old, err
	}
	data, readErr := store.Read(file)
	if readErr != nil {
		return nil, readErr
	}
	for _, side := range cut(data) {
		if f, sideErr := goldens.Read(file, side); sideErr == nil {
			return f, nil
		}
	}
	return nil, err
}

// cut returns the two sides according to a file's markers; none if they are malformed.
func cut(data []byte) [][]byte {
	ours, theirs, ok := conflict.Sides(data)
	if !ok {
		return nil
	}
	return [][]byte{ours, theirs}
}

// unmerged names the source texts whose markers appear in prompts: those of the golden's own conflict, since git could
// not merge the texts either.
func unmerged(golden []byte, got *goldens.File) []string {
	var names []string
	begin, end := conflict.Ends(golden)
	for i := range got.Calls {
		names = append(names, conflict.Holders(got.Calls[i].Messages, begin, end)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// unresolved returns the path of the first call that sends unmerged text: its prompt has the markers of the golden's
// own conflict, since its source has the same one. Empty: none. A prompt may legitimately contain markers with other
// labels.
func unresolved(golden []byte, got *goldens.File) string {
	begin, end := conflict.Ends(golden)
	for i := range got.Calls {
		if len(conflict.Holders(got.Calls[i].Messages, begin, end)) > 0 {
			return got.Calls[i].Path
		}
	}
	return ""
}
