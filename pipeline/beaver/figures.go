package beaver

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Names of the figures.
const (
	figureCalls       = "team.calls"
	figureDepth       = "team.depth"
	figureTokens      = "team.tokens"
	figureConsidered  = "skills.considered"
	figureShortlisted = "skills.shortlisted"
	figureActivated   = "skills.activated"
)

// Figures implements pipeline.Measured.
func (s *System) Figures() []pipeline.Figure {
	modes := mode("").Values()
	return []pipeline.Figure{
		{Name: figureCalls, Unit: pipeline.FigureMeanCount, Facets: modes, About: "calls of a turn with an attempt"},
		{Name: figureDepth, Unit: pipeline.FigureMeanCount, Facets: modes,
			About: "calls of such a turn that wait for each other"},
		{Name: figureTokens, Unit: pipeline.FigureMeanTokens, Facets: modes,
			About: "tokens of all prompts of such a turn"},
		{Name: figureConsidered, Unit: pipeline.FigureMeanCount, About: "skills that retrieval found for a run"},
		{Name: figureShortlisted, Unit: pipeline.FigureMeanCount,
			About: "skills that a shortlist kept, where one was asked for"},
		{Name: figureActivated, Unit: pipeline.FigureMeanCount, About: "skills that a run activated"},
	}
}

// Measure implements pipeline.Measured.
func (s *System) Measure(log []pipeline.Entry, sent func(path string) pipeline.Request) []pipeline.Amount {
	return append(modeAmounts(log, sent), skillAmounts(log)...)
}

// modeAmounts measures the turns with an attempt on a Task, by the mode in which it was made: the last one decided,
// since a plan may be rejected.
func modeAmounts(log []pipeline.Entry, sent func(path string) pipeline.Request) []pipeline.Amount {
	modes := map[string]string{}
	for _, e := range log {
		var d planDecision
		if e.Kind == pipeline.EntryDecided && e.Stage == stagePlanner && json.Unmarshal(e.Value, &d) == nil {
			turn, _, _ := strings.Cut(e.Path, "/")
			modes[turn] = string(d.Mode)
		}
	}
	var amounts []pipeline.Amount
	for _, c := range pipeline.TurnCosts(log, sent) {
		mode, ok := modes[c.Turn]
		if !ok {
			continue
		}
		for _, facet := range []string{mode, ""} {
			amounts = append(amounts,
				pipeline.Amount{Figure: figureCalls, Facet: facet, Value: float64(c.Calls), Of: 1},
				pipeline.Amount{Figure: figureDepth, Facet: facet, Value: float64(c.Depth), Of: 1},
				pipeline.Amount{Figure: figureTokens, Facet: facet, Value: float64(c.Tokens), Of: 1})
		}
	}
	return amounts
}

// skillAmounts measures the selection of each run: what its place found last, and what its stages decided.
func skillAmounts(log []pipeline.Entry) []pipeline.Amount {
	var amounts []pipeline.Amount
	count := func(figure string, n int) {
		amounts = append(amounts, pipeline.Amount{Figure: figure, Value: float64(n), Of: 1})
	}
	calls, found := map[string]bool{}, map[string]int{} // by place
	for _, e := range log {
		switch e.Kind {
		case pipeline.EntryCall:
			calls[e.Path] = true
			continue
		case pipeline.EntryEvent, pipeline.EntryDecided:
		default:
			continue
		}
		names, ok := jsonvalue.SplitList(e.Value)
		if !ok && string(e.Value) != "null" {
			continue
		}
		place := e.Path
		if calls[e.Path] {
			place = e.Path[:strings.LastIndexByte(e.Path, '/')]
		}
		switch e.Stage {
		case pipeline.EventCandidates:
			found[place] = len(names)
		case stageResolver:
			delete(found, place) // they were found for the plan
		case stageShortlist:
			count(figureShortlisted, len(names))
		case stageFinal:
			count(figureConsidered, found[place])
			count(figureActivated, len(names))
			delete(found, place)
		}
	}
	return amounts
}
