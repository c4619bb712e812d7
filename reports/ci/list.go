package ci

import (
	"fmt"
	"io"
	"slices"
)

// mostAnnotations is how many annotations of a level GitHub shows for one step.
const mostAnnotations = 10

// annotationList keeps as many annotations as are shown, and counts all.
type annotationList struct {
	kept  []annotation
	count int
}

// add adds an annotation unless it is empty.
func (l *annotationList) add(n annotation) {
	if n.message == "" {
		return
	}
	if l.count++; len(l.kept) < mostAnnotations {
		l.kept = append(l.kept, n)
	}
}

// then returns the list with another one appended.
func (l annotationList) then(other annotationList) annotationList {
	all := slices.Concat(l.kept, other.kept)
	return annotationList{all[:min(len(all), mostAnnotations)], l.count + other.count}
}

// write prints a line for each. If there are more than GitHub shows, the last says so.
func (l annotationList) write(w io.Writer, level string) error {
	for i, n := range l.kept {
		if i == mostAnnotations-1 && l.count > mostAnnotations {
			message := fmt.Sprintf("%d more: the run's report names them all", l.count-i)
			n = annotation{title: "and more", message: message}
		}
		n.level = level
		if _, err := fmt.Fprintln(w, n); err != nil {
			return err
		}
	}
	return nil
}
