package agens

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Names of the figures.
const (
	figureShare  = "sections.share"
	figureTokens = "sections.tokens"
)

// Figures implements pipeline.Measured.
func (*System) Figures() []pipeline.Figure {
	return []pipeline.Figure{
		{Name: figureShare, Unit: pipeline.FigureShare,
			About: "tokens sent to a node, against every section that the nodes of its turn were sent"},
		{Name: figureTokens, Unit: pipeline.FigureMeanTokens, About: "tokens of a prompt"},
	}
}

// Measure implements pipeline.Measured. Everything known in a turn is each different section of its prompts, once; a
// turn of one call says nothing about it.
func (*System) Measure(log []pipeline.Entry, sent func(path string) pipeline.Request) []pipeline.Amount {
	type turn struct {
		known map[string]bool // texts of sections
		all   int             // their tokens
		sizes []int           // of the prompts
	}
	var amounts []pipeline.Amount
	var turns []string
	of := map[string]*turn{}
	for _, e := range log {
		if e.Kind != pipeline.EntryCall {
			continue
		}
		name, _, _ := strings.Cut(e.Path, "/")
		if of[name] == nil {
			turns, of[name] = append(turns, name), &turn{known: map[string]bool{}}
		}
		t, req, size := of[name], sent(e.Path), 0
		for _, m := range req.Messages {
			for _, s := range m.Sections {
				n := pipeline.EstimateTokens(s.Text)
				if size += n; !t.known[s.Text] {
					t.known[s.Text] = true
					t.all += n
				}
			}
		}
		t.sizes = append(t.sizes, size)
		amounts = append(amounts, pipeline.Amount{Figure: figureTokens, Value: float64(size), Of: 1})
	}
	for _, name := range turns {
		if t := of[name]; len(t.sizes) > 1 {
			of := float64(t.all)
			for _, size := range t.sizes {
				amounts = append(amounts, pipeline.Amount{Figure: figureShare, Value: float64(size), Of: of})
			}
		}
	}
	return amounts
}
