package reports

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// summarize puts the rows of a run's cases together, as Add does with results.
func summarize(folder string) (*Summaries, error) {
	s := &Summaries{}
	return s, eachCase(folder, func(c *exportCase) error {
		s.addRow(&c.caseRow)
		return nil
	})
}

func (s *Summaries) addRow(row *caseRow) {
	if n := len(s.suites); n == 0 || s.suites[n-1].name != row.Suite {
		s.suites = append(s.suites, named{name: row.Suite})
	}
	s.suites[len(s.suites)-1].addRow(row)
	s.Total.addRow(row)
}

func (s *Summary) addRow(row *caseRow) {
	s.addStatus(suites.Status(row.Status), row.Bug)
	s.Forms += int(row.Forms)
	s.Prompts.Unchanged += int(row.Unchanged)
	s.Prompts.Changed += int(row.Changed)
	s.Prompts.New += int(row.New)
	s.Prompts.Missing += int(row.Missing)
	s.Calls += int(row.Calls)
	s.Tokens.Prompt += int(row.TokensPrompt)
	s.Tokens.Output += int(row.TokensOutput)
	s.Tokens.Estimated += int(row.TokensEstimated)
	s.Open += int(row.Missed)
	s.Stale += int(row.Stale)
	s.Moved += int(row.Moved)
	s.Carried += int(row.Carried)
	s.Imported += int(row.Imported)
	s.Scripted += int(row.Scripted)
	s.Otherwise += int(row.Otherwise)
	for _, f := range row.Fallbacks {
		s.addFallback(FallbackCount{f.Stage, pipeline.Reason(f.Reason), 1})
	}
}
