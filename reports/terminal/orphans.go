package terminal

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// orphanLines returns a line if there are any.
func orphanLines(o *overview.Orphans) []string {
	if len(o.Files) == 0 {
		return nil
	}
	line := fmt.Sprintf("orphans: %s that no suite claims, first %s", wording.Number(len(o.Files), "file"),
		printable.Line(o.Files[0].File))
	if slices.ContainsFunc(o.Files, review.Orphan.Removable) {
		line += "; `beaver-eval accept --all` removes goldens, forms and pending files"
	}
	return []string{line}
}

// unmergedLines names, once, the texts that git could not merge.
func unmergedLines(u *overview.Unmerged) []string {
	if u.Cases == 0 {
		return nil
	}
	const words = "unmerged: the merge conflict of %s is in the prompts too: resolve it in %s, and run again"
	return []string{fmt.Sprintf(words, wording.Number(u.Cases, "golden"), printable.Line(strings.Join(u.Texts, ", ")))}
}

// writeOrphans prints a line for each folder and kind, and what to do.
func writeOrphans(w io.Writer, o *overview.Orphans) error {
	for i := 0; i < len(o.Files); {
		first := o.Files[i]
		n, calls := 0, 0
		beside := func(f review.Orphan) bool { return f.Kind == first.Kind && path.Dir(f.File) == path.Dir(first.File) }
		for ; i < len(o.Files) && beside(o.Files[i]); i++ {
			n++
			calls += o.Files[i].Calls
		}
		kind := string(first.Kind)
		if first.Kind == review.OrphanPending {
			kind += " file"
		}
		where, what := first.File, "a "+kind
		if n > 1 {
			where, what = path.Dir(first.File)+"/", wording.Number(n, kind)
		}
		if calls > 0 {
			what += " with " + wording.Number(calls, "call")
		}
		if _, err := fmt.Fprintf(w, "orphan   %s  %s that no suite claims\n", printable.Line(where), what); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(o.Files, review.Orphan.Removable) {
		_, err := fmt.Fprintln(w, "`beaver-eval accept --gone` removes orphaned goldens, forms and pending files.")
		return err
	}
	return nil
}
