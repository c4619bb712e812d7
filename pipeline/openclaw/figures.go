package openclaw

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// Names of the figures.
const (
	figureSaved = "skills.saved"
	figureSkill = "skills.entry"
	figurePath  = "skills.path"
	figureRead  = "skills.read"
)

// Figures implements pipeline.Measured.
func (*System) Figures() []pipeline.Figure {
	return []pipeline.Figure{
		{Name: figureSaved, Unit: pipeline.FigureShare, Signed: true, Claim: "98%",
			About: "tokens that a run saves at its start: the catalogue against all bodies"},
		{Name: figureSkill, Unit: pipeline.FigureMeanTokens, Claim: "about 100",
			About: "tokens of the catalogue for each skill in it"},
		{Name: figurePath, Unit: pipeline.FigureMeanTokens, Claim: "5 to 6",
			About: "tokens that `~` saves in each path"},
		{Name: figureRead, Unit: pipeline.FigureMeanTokens,
			About: "tokens of the skills' files that a run has read"},
	}
}

// Measure implements pipeline.Measured. Each run that has skills reports their cost once.
func (*System) Measure(log []pipeline.Entry, _ func(path string) pipeline.Request) []pipeline.Amount {
	var amounts []pipeline.Amount
	for _, e := range log {
		var c catalogue.Cost
		if e.Kind != pipeline.EntryEvent || e.Stage != eventCost || json.Unmarshal(e.Value, &c) != nil {
			continue
		}
		listed := float64(c.Listed)
		amounts = append(amounts,
			pipeline.Amount{Figure: figureSaved, Value: float64(c.UpFront - c.Catalogue), Of: float64(c.UpFront)},
			pipeline.Amount{Figure: figureSkill, Value: float64(c.Catalogue), Of: listed},
			pipeline.Amount{Figure: figurePath, Value: float64(c.Shortened), Of: listed},
			pipeline.Amount{Figure: figureRead, Value: float64(c.Bodies + c.Files), Of: 1})
	}
	return amounts
}
