package live

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Decision is one that is another now. Before is empty where there was none, Now where there is none any more.
type Decision struct{ Path, Before, Now string }

// decisionsOf returns what was decided in a case, by the path of the call or place: a small JSON value, or the fallback
// that was taken in its place. What is masked or volatile is no other decision.
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

// changedDecisions are those that are others now: in the order of the tree, then those that are no more.
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
