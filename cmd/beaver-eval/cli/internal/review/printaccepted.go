package review

import (
	"fmt"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// printResolved prints the git commands for goldens that had a merge conflict.
func (a *app) printResolved(n int, p *project.Project, o options) {
	if n > 0 && !o.dryRun {
		fmt.Fprintf(a.Stdout, "%s %s no merge conflict any more; next: git add %s\n", wording.Number(n, "golden"),
			wording.Plural(n, "holds", "hold"), console.Quoted(folderHere(p)))
	}
}

// folderHere returns the folder of a project's goldens relative to the working folder.
func folderHere(p *project.Project) string {
	full := p.OnDisk(p.Goldens)
	if here, err := filepath.Abs("."); err == nil {
		if below, err := filepath.Rel(here, full); err == nil && filepath.IsLocal(below) {
			return filepath.ToSlash(below)
		}
	}
	return full
}

// printTaken prints how many cases have taken changes, and names them if they are few; what says what was done.
func (a *app) printTaken(taken review.Tally, o options, what string) {
	for _, c := range taken.List() {
		fmt.Fprintln(a.Stdout, c)
	}
	if taken.Changed > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", wording.Number(taken.Calls, "call"),
			wording.Number(taken.Changed, "case"), o.done(what))
	}
	if taken.Kept > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", wording.Number(taken.Kept, "answer"),
			wording.Number(taken.Keeping, "case"), o.done("kept"))
	}
}
