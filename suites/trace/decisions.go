package trace

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Decisions returns the decisions requested of the system, by stage, in the order of the first of each.
func (t *Trace) Decisions() []Asked {
	if t.Asked != nil {
		return t.Asked
	}
	all, seen := []Asked{}, map[string]bool{}
	for s := range t.Own() {
		key := DecisionOf(s)
		if key == "" || seen[key] {
			continue
		}
		seen[key] = true
		i := 0
		for i < len(all) && all[i].Stage != s.OfStage() {
			i++
		}
		if i == len(all) {
			all = append(all, Asked{Stage: s.OfStage()})
		}
		all[i].Times++
	}
	return all
}

// OfStage returns the stage of a call, a decision or a fallback.
func (s *Step) OfStage() string {
	if s.Fallback != nil {
		return s.Fallback.Stage
	}
	return s.Stage
}

// DecisionOf names the decision to which a step belongs; empty: none. A retry ends in #2, a further call of a loop in
// -2.
func DecisionOf(s *Step) string {
	switch s.Kind {
	case pipeline.EntryCall, pipeline.EntryDecided, pipeline.EntryFallback:
	default:
		return ""
	}
	of := s.OfStage() + " " + s.Path
	if s.Kind != pipeline.EntryCall && !s.Attached && !s.Earlier {
		return of
	}
	return decisionOf(of)
}

// RejectedIn names the decision in which an answer was rejected, as DecisionOf does that of its call.
func RejectedIn(s *Step) string { return decisionOf(s.Stage + " " + s.Path) }

func decisionOf(of string) string {
	at := strings.LastIndexByte(of, '/') + 1
	leaf, _, _ := strings.Cut(of[at:], "#")
	if name := strings.TrimRight(leaf, "0123456789"); name != leaf && strings.HasSuffix(name, "-") {
		leaf = name
	}
	return of[:at] + leaf
}

// IsDecision reports whether the step is a decision of this kind: as recorded by the Runtime, else by its stage.
func (s *Step) IsDecision(what pipeline.Decides, stages []string) bool {
	if s.Kind != pipeline.EntryDecided {
		return false
	}
	if s.Decides != "" {
		return s.Decides == what
	}
	return slices.Contains(stages, s.Stage)
}
