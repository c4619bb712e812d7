package faults

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// besides checks what is declared besides words: the places that send no more requests, and the texts that a later
// request shows. A later request depends on more calls than the one that failed.
func (f *Faulted) besides(d *pipeline.Declared) string {
	var later []string
	for _, e := range f.Log {
		if e.Kind != pipeline.EntryCall || e.Depth <= f.call.depth || f.call.ask(e) {
			continue
		}
		if slices.ContainsFunc(d.Skips, func(place string) bool { return Within(e.Path, place) }) {
			return "nothing more is declared to be asked there, but " + e.Path + " is"
		}
		x, _ := f.Calls.At(e.Path)
		for _, m := range x.Request.Messages {
			later = append(later, m.Content())
		}
	}
	for _, text := range d.Shows {
		if !slices.ContainsFunc(later, func(said string) bool { return strings.Contains(said, text) }) {
			return fmt.Sprintf("a later request is declared to show %s, but none does", shortText(text))
		}
	}
	return ""
}
