package trace

import (
	"iter"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Kinds of answers other than a model's fresh one to exactly this request. One recorded at another path is as good as a
// fresh one and marks no score.
const (
	Stale     = "stale"     // recorded for another request
	Carried   = "carried"   // kept by a person although the request changed
	Imported  = "imported"  // from elsewhere
	Scripted  = "scripted"  // written by a person
	Otherwise = "otherwise" // written by a person for the whole suite
	Moved     = "moved"     // recorded for this request, at another path
	Judge     = "judge"     // what a model says of a reply: marks scores alone
)

// ProvenanceKinds is a set of kinds of answers, a bit each.
type ProvenanceKinds uint8

const (
	stale ProvenanceKinds = 1 << iota
	carried
	imported
	scripted
	otherwise
	moved
	judged
)

// ProvenanceOf returns the kinds of an answer of this origin; none: a fresh one.
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

// All yields the name of every kind, in the order of reports, and whether the set has it.
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

// marks returns the names of the kinds that mark a score.
func (k ProvenanceKinds) marks() []string {
	var names []string
	for name, has := range (k &^ moved).All() {
		if has {
			names = append(names, name)
		}
	}
	if k&judged != 0 {
		names = append(names, Judge)
	}
	return names
}
