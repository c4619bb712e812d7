package trace

import (
	"iter"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// What an answer can be, other than a model's fresh one to the very request. One that was recorded at another path is
// as good as a fresh one: no score is marked by it.
const (
	Stale     = "stale"     // recorded for another request
	Carried   = "carried"   // kept by a person although the request has changed
	Imported  = "imported"  // from elsewhere
	Scripted  = "scripted"  // a person's words
	Otherwise = "otherwise" // a person's words for the whole suite
	Moved     = "moved"     // recorded for this request, at another path
)

// ProvenanceKinds is a set of what answers are, a bit for each.
type ProvenanceKinds uint8

const (
	stale ProvenanceKinds = 1 << iota
	carried
	imported
	scripted
	otherwise
	moved
)

// ProvenanceOf returns what an answer of this origin is; nothing: a fresh one.
func ProvenanceOf(o pipeline.Origin) ProvenanceKinds {
	var k ProvenanceKinds
	switch o.Match {
	case pipeline.MatchStale:
		k |= stale
	case pipeline.MatchOtherwise:
		k |= otherwise
	case pipeline.MatchMoved:
		k |= moved
	}
	switch o.Source {
	case pipeline.SourceImported:
		k |= imported
	case pipeline.SourceScripted:
		k |= scripted
	}
	if o.Carried {
		k |= carried
	}
	return k
}

// All yields the name of every kind there is, in the order in which they are told, with whether the set has it.
func (k ProvenanceKinds) All() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for _, kind := range []struct {
			bit  ProvenanceKinds
			name string
		}{
			{stale, Stale}, {carried, Carried}, {imported, Imported},
			{scripted, Scripted}, {otherwise, Otherwise}, {moved, Moved},
		} {
			if !yield(kind.name, k&kind.bit != 0) {
				return
			}
		}
	}
}

// marks returns the names of those that mark a score.
func (k ProvenanceKinds) marks() []string {
	var names []string
	for name, has := range (k &^ moved).All() {
		if has {
			names = append(names, name)
		}
	}
	return names
}
