package memory

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// StepDone is a step of the plan with its result.
type StepDone struct {
	Type, Subdomain string
	Description     pipeline.Pieces
	Done            bool // it was carried out, at least in part
	Outcome         Outcome
}

const notDone = "Not carried out."

// Accomplished tells Reply what was done: one line per result in the program. By default each step's outcome and data,
// and which steps were not carried out.
func Accomplished(steps []StepDone, e Entities) pipeline.Pieces {
	var all pipeline.Pieces
	for i, s := range steps {
		if e.Program {
			all = lines(all, s.brief())
			continue
		}
		heading := say(i+1, ". ", s.Type, in(s.Subdomain), ": ", s.Description)
		outcome := code(notDone)
		if s.Done {
			outcome = lines(s.Outcome.Text(e), s.data())
		}
		all = join("\n\n", all, lines(heading, outcome))
	}
	return all
}

func in(subdomain string) string {
	if subdomain == "" {
		return ""
	}
	return " in " + subdomain
}

// brief returns a line for each result: "Read recipes: 2 items".
func (s StepDone) brief() pipeline.Pieces {
	var all pipeline.Pieces
	for _, r := range s.Outcome.Results {
		verb := map[string]string{"db_create": "Created", "db_update": "Updated", "db_delete": "Deleted"}[r.Tool]
		switch {
		case r.Tool == "db_read":
			verb = "Read"
		case verb == "":
			verb = strings.ReplaceAll(r.Tool, "_", " ")
		}
		all = lines(all, code(fmt.Sprintf("%s: %d items", named(verb, r.Table), count(parse(r.Data)))))
	}
	if len(all) == 0 {
		return s.Outcome.programText()
	}
	return all
}

// data returns what the step read or made.
func (s StepDone) data() pipeline.Pieces {
	if len(s.Outcome.Results) > 0 {
		return ResultsText(s.Outcome.Results)
	}
	if len(s.Outcome.Data) == 0 {
		return nil
	}
	return say("```json\n", JSON(s.Outcome.Data, s.Outcome.From), "\n```")
}
