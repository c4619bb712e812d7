package console

import "fmt"

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
