package page

import (
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// mostFailures is how many failures the head lists.
const mostFailures = 200

// add adds the errors of a case and its expectations that do not hold.
func (f *Failures) add(c *rows.Case) {
	for _, text := range c.ErrorTexts() {
		f.one(Failure{Suite: c.Suite, Case: c.Case, Sample: c.Sample, Reason: text, File: c.File, Line: c.Line})
	}
	told := 0
	for i := range c.Scores {
		if s := &c.Scores[i]; s.Required && !s.Holds {
			told++
			line := s.Line
			if line == 0 {
				line = c.Line
			}
			f.one(Failure{Suite: c.Suite, Case: c.Case, Sample: c.Sample, Path: s.Path, Turn: s.Turn,
				Metric: s.Name(), Want: s.Want, Got: s.Got, Reason: s.Reason, File: c.File, Line: line})
		}
	}
	for _, text := range c.Failures[min(told, len(c.Failures)):] { // behind those of the scores
		f.one(Failure{Suite: c.Suite, Case: c.Case, Sample: c.Sample, Reason: text, File: c.File, Line: c.Line})
	}
}

func (f *Failures) one(failure Failure) {
	if len(f.List) == mostFailures {
		f.More++
		return
	}
	f.List = append(f.List, failure)
}
