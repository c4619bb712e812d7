package edit

import (
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// PairMessages pairs the messages of two calls like Compare, to display them consistently with its parts.
func PairMessages(old, new []pipeline.Message) []diff.Pairing { return pairMessages(old, new) }

// PairSections pairs the sections of two messages like Compare.
func PairSections(old, new []pipeline.Section) []diff.Pairing {
	return renamed(diff.Pair(names(old), names(new)), old, new)
}
