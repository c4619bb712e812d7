package memory

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// TurnSummary is the models' decisions in a turn, and the results.
type TurnSummary struct {
	Turn      int
	Decision  string // of Think; empty: it was not asked
	Goal      pipeline.Pieces
	Steps     []StepSummary
	Curation  Curation
	Phase     string          // exploring, narrowing, confirming or executing (F8)
	Expressed pipeline.Pieces // by the user: what this turn's result has to satisfy (F8)
}

// StepSummary is a step in it.
type StepSummary struct {
	Num         int // from 0
	Type        string
	Subdomain   string
	Description pipeline.Pieces
	Outcome     pipeline.Pieces
	Drafts      []Draft  // composed in it
	Entities    []string // references of the step
	Note        pipeline.Pieces
}

// Curation is Understand's decisions on entities in a turn.
type Curation struct {
	Demands  pipeline.Pieces // of the user, on this turn's result
	Retained []Retained
	Demoted  []pipeline.Pieces // references
}

// Retained is an entity that stays active although it is old.
type Retained struct {
	Ref, Reason pipeline.Pieces
}

// Reasoning is the layer of decisions.
type Reasoning struct {
	Turns   []TurnSummary   // the last ones, oldest first
	Earlier pipeline.Pieces // compressed earlier ones
}

// Add returns the reasoning after one more turn. Old turns are compressed to a line.
func (r Reasoning) Add(t TurnSummary) Reasoning {
	all := append(r.Turns[:len(r.Turns):len(r.Turns)], t)
	if old := len(all) - KeptSummaries; old > 0 {
		if slices.ContainsFunc(all[:old], func(t TurnSummary) bool { return len(t.Goal) > 0 }) {
			r.Earlier = Compressed(r.Earlier, all[:old])
		}
		all = all[old:]
	}
	r.Turns = all
	return r
}

// Compressed appends the goals of turns whose summaries are not kept to the earlier ones (F8). Turns without goals
// leave only the separator.
func Compressed(earlier pipeline.Pieces, turns []TurnSummary) pipeline.Pieces {
	var goals pipeline.Pieces
	for _, t := range turns {
		if len(t.Goal) > 0 {
			goals = join("; ", goals, say("Turn ", t.Turn, ": ", t.Goal))
		}
	}
	if len(earlier) == 0 {
		return goals
	}
	return say(earlier, "; ", goals)
}
