package trace

import "github.com/beaver-eval/beaver-eval/pipeline"

// What the answers are that a score rests on, other than fresh answers of a model. A score may say much of a person's
// words and nothing of a model.
const (
	RestsStale     = "stale"     // recorded for another request
	RestsCarried   = "carried"   // kept by a person although the request has changed
	RestsImported  = "imported"  // from elsewhere
	RestsScripted  = "scripted"  // a person's words
	RestsOtherwise = "otherwise" // a person's words for the whole suite
)

// OriginSet has a bit for each of originKinds.
type OriginSet uint8

// OriginKinds are what an answer can be, other than a model's fresh one to the very request, in the order in which it
// is told and that of the bits of a kindSet. The last, an answer that was recorded at another path, is as good as a
// fresh one: no score is marked by it.
func OriginKinds() []string {
	return []string{RestsStale, RestsCarried, RestsImported, RestsScripted, RestsOtherwise, "moved"}
}

func OriginSetOf(o pipeline.Origin) OriginSet {
	var k OriginSet
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

// Marking is how many of them mark a score.
const Marking = 5

func (k OriginSet) Has(i int) bool { return k&(1<<i) != 0 }
