package trace

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Estimates are scaled only by prompts that a server received and counted.
func TestCalibration(t *testing.T) {
	call := func(source pipeline.Source, match pipeline.Match, counted, estimated int) *Call {
		return &Call{
			Response:  pipeline.Response{Usage: pipeline.Usage{Prompt: counted}},
			Origin:    pipeline.Origin{Source: source, Match: match},
			Estimates: Estimates{Prompt: estimated},
		}
	}
	var c Calibration
	if c.Scale(7) != 7 {
		t.Errorf("nothing counted: 7 is %d", c.Scale(7))
	}
	for _, more := range []*Call{
		call(pipeline.SourceOllama, pipeline.MatchFresh, 150, 100),
		call(pipeline.SourceOllama, pipeline.MatchMoved, 30, 20),
		call(pipeline.SourceOllama, pipeline.MatchStale, 1, 1000),
		call(pipeline.SourceImported, pipeline.MatchFresh, 1, 1000),
		call(pipeline.SourceScripted, "", 1, 1000),
		call(pipeline.SourceOllama, pipeline.MatchFresh, 0, 1000),
	} {
		c.Add(more)
	}
	if want := (Calibration{Calls: 2, Counted: 180, Estimated: 120}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
	if got, less := c.Scale(7), c.Scale(-7); got != 11 || less != -11 {
		t.Errorf("7 and -7 are %d and %d", got, less)
	}
}
