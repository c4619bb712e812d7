package recording

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/record"
)

// line is one that a suite lacks to replay what is recorded for it.
type line struct{ suite, text string }

// linesFor are the lines that a suite lacks. It gets a set of recordings if it names none.
func linesFor(s *project.Suite, r *record.Recorder) []line {
	var lines []line
	add := func(text string) {
		lines = append(lines, line{s.Name, fmt.Sprintf("%s: add the line `%s`", s.File(), text)})
	}
	if text := s.UseSet(); text != "" {
		add(text)
	}
	if (r.AllCalls || r.From != nil) && !s.RecordingsFirst() {
		add("answers: recordings")
	}
	name := r.Name
	if name == "" { // each stage is asked by the model that the suite gives it
		return lines
	}
	for _, stage := range s.Vocabulary().Stages {
		if stage.Calls && model.ModelName(s.Settings(stage.Name).Model) != model.ModelName(name) {
			const words = "%s: say `models: {default: %s}` for all stages: for another model these answers are stale"
			return append(lines, line{s.Name, fmt.Sprintf(words, s.File(), name)})
		}
	}
	return lines
}
