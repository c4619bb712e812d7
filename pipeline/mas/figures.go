package mas

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Names of the figures.
const (
	figureCalls    = "stages.calls"
	figureMessages = "stages.messages"
)

// Figures implements pipeline.Measured.
func (*System) Figures() []pipeline.Figure {
	return []pipeline.Figure{
		{Name: figureCalls, Unit: pipeline.FigureMeanCount, About: "calls for each stage that has finished"},
		{Name: figureMessages, Unit: pipeline.FigureMeanCount,
			About: "messages of agents for each stage that has finished"},
	}
}

// Measure implements pipeline.Measured. Everything that a case spends counts, also on stages that have failed. A case
// in which no stage has finished says nothing.
func (*System) Measure(log []pipeline.Entry, _ func(path string) pipeline.Request) []pipeline.Amount {
	calls, messages, finished := 0, 0, 0
	for _, e := range log {
		switch {
		case e.Kind == pipeline.EntryCall:
			calls++
		case e.Kind == pipeline.EntryDecided && e.Stage == stageDispatch && strings.Contains(e.Path, "/agent:"):
			messages++
		case e.Kind == pipeline.EntryEvent && e.Stage == eventStage:
			var s struct {
				State state.Execution `json:"state"`
			}
			if json.Unmarshal(e.Value, &s) == nil && s.State == state.Finished {
				finished++
			}
		}
	}
	return []pipeline.Amount{
		{Figure: figureCalls, Value: float64(calls), Of: float64(finished)},
		{Figure: figureMessages, Value: float64(messages), Of: float64(finished)},
	}
}
