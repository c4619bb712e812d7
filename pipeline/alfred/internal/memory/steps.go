package memory

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Results of steps, for later steps and Reply.

// ResultsText returns the results of a step's calls, each with its data.
func ResultsText(results []Result) pipeline.Pieces {
	var all pipeline.Pieces
	for i, r := range results {
		all = join("\n\n", all, dataBlock(fmt.Sprintf("Call %d: %s", i+1, named(r.Tool, r.Table)), r.Data, r.From))
	}
	return all
}

// StepResultsText returns the results of earlier steps, by index.
func StepResultsText(steps []Outcome) pipeline.Pieces {
	var all pipeline.Pieces
	for i, o := range steps {
		heading := "### Step " + strconv.Itoa(i+1)
		switch {
		case len(o.Results) > 0:
			all = join("\n\n", all, join("\n\n", code(heading), ResultsText(o.Results)))
		case len(o.Data) > 0:
			all = join("\n\n", all, dataBlock(heading, o.Data, o.From))
		}
	}
	return all
}

// TurnResultsText returns the results of earlier turns, without rows of tables: these stand with their entities.
func TurnResultsText(turns []TurnResults) pipeline.Pieces {
	var all pipeline.Pieces
	for _, t := range turns {
		for i, s := range t.Steps {
			if s.Table == "" {
				all = join("\n\n", all, dataBlock(fmt.Sprintf("### Turn %d, step %d", t.Turn, i+1), s.Data, s.From))
			}
		}
	}
	return all
}

// named returns a tool with its table.
func named(tool, table string) string {
	if table == "" {
		return tool
	}
	return tool + " " + table
}

// dataBlock returns JSON below a heading.
func dataBlock(heading string, data json.RawMessage, from pipeline.TextSource) pipeline.Pieces {
	return say(heading, "\n```json\n", from.Of(record.Indent(data)), "\n```")
}
