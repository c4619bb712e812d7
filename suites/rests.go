package suites

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// What the answers are that a score rests on, other than fresh answers of a model. A score may say much of a person's
// words and nothing of a model.
const (
	RestsStale     = "stale"     // recorded for another request
	RestsCarried   = "carried"   // kept by a person although the request has changed
	RestsImported  = "imported"  // from elsewhere
	RestsScripted  = "scripted"  // a person's words
	RestsOtherwise = "otherwise" // a person's words for the whole suite
)

// kindSet has a bit for each of originKinds.
type kindSet uint8

// originKinds are what an answer can be, other than a model's fresh one to the very request, in the order in which it
// is told and that of the bits of a kindSet. The last, an answer that was recorded at another path, is as good as a
// fresh one: no score is marked by it.
func originKinds() []string {
	return []string{RestsStale, RestsCarried, RestsImported, RestsScripted, RestsOtherwise, "moved"}
}

func kindsOf(o pipeline.Origin) kindSet {
	var k kindSet
	for i, is := range []bool{
		o.Match == pipeline.MatchStale, o.Carried, o.Source == pipeline.SourceImported, o.Source == pipeline.SourceScripted,
		o.Match == pipeline.MatchOtherwise, o.Match == pipeline.MatchMoved,
	} {
		if is {
			k |= 1 << i
		}
	}
	return k
}

// marking is how many of them mark a score.
const marking = 5

func (k kindSet) has(i int) bool { return k&(1<<i) != 0 }

// rests says what the scores of a trace rest on: all calls of earlier turns, and of its own turn those that are at most
// as deep as the call that it is about, since no other can have had a part in it. A score about a turn, a place or the
// case rests on all calls up to its end.
type rests struct {
	calls []restingCall
	lists map[kindSet][]string
}

type restingCall struct {
	path, turn string
	depth      int
	kinds      kindSet
}

func newRests(t *Trace) *rests {
	r := &rests{lists: map[kindSet][]string{}}
	for _, s := range t.Steps {
		if s.Call != nil {
			turn, _, _ := strings.Cut(s.Path, "/")
			r.calls = append(r.calls, restingCall{s.Path, turn, s.Depth, kindsOf(s.Call.Origin)})
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
	var kinds kindSet
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
func (r *rests) list(kinds kindSet) []string {
	list, ok := r.lists[kinds]
	if !ok {
		for i, name := range originKinds()[:marking] {
			if kinds.has(i) {
				list = append(list, name)
			}
		}
		r.lists[kinds] = list
	}
	return list
}
