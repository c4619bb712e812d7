package console

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// TellRefused prints rejected requests that belong to no case, which could report them: each once, however many cases
// ran.
func (a *App) TellRefused() {
	if a.Screen.Project == nil {
		return
	}
	a.Screen.Project.EachRefused(func(suite, what string) {
		line := fmt.Sprintf("warning: %s: refused: %s", suite, what)
		if !a.refused[line] {
			fmt.Fprintln(a.Stderr, line)
			a.refused[line] = true
		}
	})
}

// TellWritten prints what programs of suites have written in the project's folder while cases ran, with the line of the
// suite that would move it: the next case finds it there.
func (a *App) TellWritten() {
	if a.Screen.Project == nil {
		return
	}
	a.Screen.Project.EachWritten(func(suite string, files []string, env string) {
		for i, name := range files {
			files[i] = printable.Line(name)
		}
		moves := fmt.Sprintf("`%s` moves it", printable.Line(env))
		if env == "" {
			moves = "`env: {STATE_DIR: $BEAVER_EVAL_DIR}` moves it, if STATE_DIR is the variable that the program reads"
		}
		fmt.Fprintf(a.Stderr, "warning: %s: the program wrote %s into the project, where it may find it in the next "+
			"case: below app: of the suite, %s; `isolate: true` gives each case a copy of the project, and "+
			"`writes: [FILE]` says that the program never reads it\n", suite, wording.Some(files, maxWritten), moves)
	})
}

// maxWritten is how many files are named.
const maxWritten = 3
