package console

import "fmt"

// TellRefused says what came in for the programs of suites and was refused, where it is of no case that could say so:
// each once, however many cases were at work.
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
