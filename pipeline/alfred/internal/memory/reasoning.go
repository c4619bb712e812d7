package memory

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// TurnSummary is what the models decided in a turn, and what came of it.
type TurnSummary struct {
	Turn      int
	Decision  string // of Think; empty: it was not asked
	Goal      pipeline.Pieces
	Steps     []StepSummary
	Curation  Curation
	Phase     string          // exploring, narrowing, confirming or executing (F8)
	Expressed pipeline.Pieces // by the user (F8)
}

// StepSummary is a step in it.
type StepSummary struct {
	Num         int // from 0
	Type        string
	Subdomain   string
	Description pipeline.Pieces
	Outcome     pipeline.Pieces
	Entities    []string // references that the step had to do with
	Note        pipeline.Pieces
}

// Curation is what Understand decided on entities in a turn.
type Curation struct {
	Retained []Retained
	Demoted  []pipeline.Pieces // references
}

// Retained is an entity that stays active although it is old.
type Retained struct {
	Ref, Reason pipeline.Pieces
}

// Reasoning is the layer of what was decided.
type Reasoning struct {
	Turns   []TurnSummary   // the last ones, oldest first
	Earlier pipeline.Pieces // what is left of those before
}

// Add is the reasoning after one more turn. Those that are too old are compressed to a line.
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

// Compressed is what is left of turns whose summaries are not kept: their goals, behind what was left before (F8). Of
// turns without goals nothing but the separator is.
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
