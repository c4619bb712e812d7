package suites

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
