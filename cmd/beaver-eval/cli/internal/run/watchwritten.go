package run

import (
	"fmt"
	"slices"
)

// roundsOfOwn is in how many rounds in a row a file has to change for it to count as written by the program.
const roundsOfOwn = 2

// seeWritten finds the files of code that changed while the cases of a round ran. The first time somebody may have
// saved them, so they count as any other change. What changes in the next round again is no longer followed.
func (w *watching) seeWritten() {
	during := map[string]int{}
	for _, name := range w.files.Changed() {
		if _, isCode := slices.BinarySearch(w.code, name); !isCode {
			continue
		}
		if during[name] = w.written.during[name] + 1; during[name] == roundsOfOwn {
			w.written.own = append(w.written.own, name)
		}
	}
	w.written.during = during
	own := w.written.own[w.written.told:]
	w.files.Drop(own)
	for _, name := range own {
		w.cases.Unfollow(w.project.Named(name))
	}
}

// tellWritten names the files that are no longer followed since this round.
func (w *watching) tellWritten() {
	for _, name := range w.written.own[w.written.told:] {
		fmt.Fprintf(w.Stdout, "written  %s changed in two rounds in a row: it counts as written by the program, and "+
			"is no longer followed. Let git ignore it; if you saved it, start again\n", w.shown(name))
	}
	w.written.told = len(w.written.own)
}
