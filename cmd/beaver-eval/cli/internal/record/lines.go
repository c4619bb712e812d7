package record

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// line is a line that a suite lacks to replay its recordings.
type line struct{ suite, text string }

// linesFor returns the lines that a suite lacks. It gets a set of recordings if it names none. name is the model for
// all stages; empty: as the suite says.
func linesFor(s *project.Suite, name string) []line {
	var lines []line
	if text := s.UseSet(); text != "" {
		lines = append(lines, line{s.Name, fmt.Sprintf("%s: add the line `%s`", s.File(), text)})
	}
	if name == "" || s.IsApplication() { // the suite or the program names each stage's model
		return lines
	}
	for _, stage := range s.Vocabulary().Stages {
		if stage.Calls && asksAnother(s, stage.Name, name) {
			const words = "%s: set `models: {default: %s}` for all stages: for another model these answers are stale"
			return append(lines, line{s.Name, fmt.Sprintf(words, s.File(), name)})
		}
	}
	return lines
}

// asksAnother reports whether the suite gives a stage, or a variant of it, another model than this one.
func asksAnother(s *project.Suite, stage, name string) bool {
	return slices.ContainsFunc(s.SettingsKeys(stage), func(key string) bool {
		return model.ModelName(s.Settings(key).Model) != model.ModelName(name)
	})
}
