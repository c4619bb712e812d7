package live

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Decision is a changed decision. Before is empty for a new one, Now for a removed one.
type Decision struct{ Path, Before, Now string }

// decisionsOf returns the decisions of a case, by the path of the call or place: a small JSON value, or the fallback
// taken instead. Masked or volatile text makes no difference.
func decisionsOf(t *trace.Trace, m *secrets.Masker) map[string]string {
	all := map[string]string{}
	for _, s := range t.Steps {
		switch s.Kind {
		case pipeline.EntryDecided:
			all[s.Path] = string(m.JSON(s.Value))
		case pipeline.EntryFallback:
			all[s.Path] = fmt.Sprintf("fallback of %s: %s", s.Fallback.Stage, s.Fallback.Reason)
		}
	}
	return all
}

// changedDecisions returns the changed decisions: in the order of the tree, then the removed ones.
func changedDecisions(before map[string]string, t *trace.Trace, m *secrets.Masker) []Decision {
	var all []Decision
	now, seen := decisionsOf(t, m), map[string]bool{}
	for _, s := range t.Steps {
		if was, is := before[s.Path], now[s.Path]; was != is && !seen[s.Path] {
			all = append(all, Decision{s.Path, was, is})
		}
		seen[s.Path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if !seen[path] {
			all = append(all, Decision{Path: path, Before: before[path]})
		}
	}
	return all
}
