package score

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// rests says what the scores of a trace rest on: all calls of earlier turns, and of its own turn those that are at most
// as deep as the call that it is about, since no other can have had a part in it. A score about a turn, a place or the
// case rests on all calls up to its end.
type rests struct {
	calls []restingCall
	lists map[trace.OriginSet][]string
}

type restingCall struct {
	path, turn string
	depth      int
	kinds      trace.OriginSet
}

func newRests(t *trace.Trace) *rests {
	r := &rests{lists: map[trace.OriginSet][]string{}}
	for _, s := range t.Steps {
		if s.Call != nil {
			turn, _, _ := strings.Cut(s.Path, "/")
			r.calls = append(r.calls, restingCall{s.Path, turn, s.Depth, trace.OriginSetOf(s.Call.Origin)})
		}
	}
	return r
}

// of says it of a score about a path; empty: the whole case.
func (r *rests) of(path string) []string {
	turn, _, _ := strings.Cut(path, "/")
	depth := 0 // any
	for _, c := range r.calls {
		if c.path == path {
			depth = c.depth
		}
	}
	var kinds trace.OriginSet
	entered := false
	for _, c := range r.calls {
		if entered = entered || c.turn == turn; entered && c.turn != turn && path != "" {
			break // a later turn
		}
		if c.turn != turn || depth == 0 || c.depth <= depth {
			kinds |= c.kinds
		}
	}
	return r.list(kinds)
}

// list spells a set out, each set once.
func (r *rests) list(kinds trace.OriginSet) []string {
	list, ok := r.lists[kinds]
	if !ok {
		for i, name := range trace.OriginKinds()[:trace.Marking] {
			if kinds.Has(i) {
				list = append(list, name)
			}
		}
		r.lists[kinds] = list
	}
	return list
}
