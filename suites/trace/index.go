package trace

import (
	"strings"
)

// ProvenanceIndex finds the calls that a score depends on: all calls of earlier turns, and those of its own turn that
// are at most as deep as its call, since no others can influence it. A score about a turn, a place or the case depends
// on all calls up to its end.
type ProvenanceIndex struct {
	calls []call
	marks map[ProvenanceKinds][]string // cache, by set
}

type call struct {
	path, turn string
	depth      int
	judges     bool
	kinds      ProvenanceKinds
}

// NewProvenanceIndex returns the index of a trace's calls.
func NewProvenanceIndex(t *Trace) *ProvenanceIndex {
	x := &ProvenanceIndex{marks: map[ProvenanceKinds][]string{}}
	for _, s := range t.Steps {
		if s.Call == nil {
			continue
		}
		c := call{s.Path, turnOf(s.Path), s.Depth, s.Judges(), ProvenanceOf(s.Call.Origin)}
		if c.judges {
			c.kinds |= judged
		}
		x.calls = append(x.calls, c)
	}
	return x
}

func turnOf(path string) string {
	turn, _, _ := strings.Cut(path, "/")
	return turn
}

// Behind returns the kinds of answers, besides fresh and moved ones, that a score about a path depends on; an empty
// path is the whole case. The list must not be changed.
func (x *ProvenanceIndex) Behind(path string) []string {
	turn := turnOf(path)
	depth := 0 // any
	for _, c := range x.calls {
		if c.path == path {
			depth = c.depth
		}
	}
	var kinds ProvenanceKinds
	entered := false
	for _, c := range x.calls {
		if entered = entered || c.turn == turn; entered && c.turn != turn && path != "" {
			break // a later turn
		}
		if c.judges && c.path != path {
			continue // nothing rests on a judge but its own verdict
		}
		if c.turn != turn || depth == 0 || c.depth <= depth {
			kinds |= c.kinds
		}
	}
	marks, known := x.marks[kinds]
	if !known {
		marks = kinds.marks()
		x.marks[kinds] = marks
	}
	return marks
}
