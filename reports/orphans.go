package reports

import (
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Orphans are the files of a project that no suite claims. Looked says whether somebody has looked for them: a run of a
// part of the project does not.
type Orphans struct {
	Looked bool
	Files  []review.Orphan // by folder
}

// Add takes one more.
func (o *Orphans) Add(file review.Orphan) { o.Files = append(o.Files, file) }

// count enters them into the measures of the whole run.
func (o *Orphans) count(t *metric.Tally) {
	if !o.Looked {
		return
	}
	first := ""
	if len(o.Files) > 0 {
		first = o.Files[0].File
	}
	t.CountOrphans(len(o.Files), first)
}

// WriteText prints a line for each folder and kind, and what can be done.
func (o *Orphans) WriteText(w io.Writer) error {
	for i := 0; i < len(o.Files); {
		first := o.Files[i]
		n, calls := 0, 0
		for ; i < len(o.Files) && o.Files[i].Kind == first.Kind && path.Dir(o.Files[i].File) == path.Dir(first.File); i++ {
			n++
			calls += o.Files[i].Calls
		}
		where, what := first.File, "a "+string(first.Kind)
		if n > 1 {
			where, what = path.Dir(first.File)+"/", fmt.Sprintf("%d %ss", n, first.Kind)
		}
		if first.Kind == review.OrphanPending {
			what += " file"
			if n > 1 {
				what = fmt.Sprintf("%d pending files", n)
			}
		}
		if calls > 0 {
			what += fmt.Sprintf(" with %d calls", calls)
		}
		if _, err := fmt.Fprintf(w, "orphan   %s  %s that no suite claims\n", Printable(where), what); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(o.Files, review.Orphan.Removable) {
		_, err := fmt.Fprintln(w, "`beaver-eval accept --all` removes orphaned goldens, forms and pending files.")
		return err
	}
	return nil
}
