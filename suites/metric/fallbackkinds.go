package metric

import (
	"cmp"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// fallbackKind is a stage with the reason of its fallback; without a reason: any.
type fallbackKind struct {
	Stage  string
	Reason pipeline.Reason
}

type fallbackCount struct {
	n     int // decisions
	first example
}

func addKind(counts map[fallbackKind]*fallbackCount, k fallbackKind, n int, where example) {
	if counts[k] == nil {
		counts[k] = &fallbackCount{first: where}
	}
	counts[k].n += n
}

func sortedKinds(counts map[fallbackKind]*fallbackCount) []fallbackKind {
	return slices.SortedFunc(maps.Keys(counts), func(a, b fallbackKind) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Reason, b.Reason))
	})
}

const rateName = "fallbacks.rate"
