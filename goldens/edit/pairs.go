package edit

import (
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// PairMessages sets the messages of two calls beside each other as Compare does: who shows them shows what its parts
// are about.
func PairMessages(old, new []pipeline.Message) []diff.Pairing { return pairMessages(old, new) }

// PairSections sets the sections of two messages beside each other as Compare does.
func PairSections(old, new []pipeline.Section) []diff.Pairing {
	return renamed(diff.Pair(names(old), names(new)), old, new)
}
