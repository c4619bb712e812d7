package memory

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Retrieved returns the outcome of an earlier step as a result of this one: its results, each with tool, table and
// data, or its data. ok is false if the step has left nothing behind (F7).
func (o Outcome) Retrieved(index int) (r Result, ok bool) {
	r = Result{Tool: "retrieve_step_" + strconv.Itoa(index), Data: o.Data, From: o.From}
	if len(o.Results) == 0 {
		return r, len(o.Data) > 0 && string(o.Data) != "null"
	}
	var all []any
	for _, result := range o.Results {
		one := []any{result.Tool, result.Table, parse(result.Data)}
		if result.Table == "" {
			one = []any{result.Tool, parse(result.Data)}
		}
		all = append(all, one)
	}
	r.Data, r.From = record.Marshal(all), o.Results[len(o.Results)-1].From
	return r, true
}

// Cut cuts a text to so many characters, with dots after a longer one.
func Cut(p pipeline.Pieces, most int) pipeline.Pieces { return cut(p, most) }
