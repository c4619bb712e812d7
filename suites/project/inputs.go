package project

import "github.com/beaver-eval/beaver-eval/fixtures"

// Inputs are the digests of the sources of a case's prompts, except the templates.
type Inputs struct {
	Case    string // with its suite, skills and rubrics
	Answers string // its recording, and the vectors of its suite
}

// Inputs returns the digests of a case.
func (s *Suite) Inputs(src fixtures.Source, systems []string) (Inputs, error) {
	c, err := src.Decode(systems)
	if err != nil {
		return Inputs{}, err
	}
	library, err := s.libraries(c)
	if err != nil {
		return Inputs{}, err
	}
	rubrics := ""
	for _, t := range c.AllTurns() {
		for _, by := range t.Judges() {
			_, text, err := s.project.Rubric(&by)
			if err != nil {
				return Inputs{}, err
			}
			rubrics += digestOf([]byte(text))
		}
	}
	in := Inputs{Case: digestOf([]byte(src.Digest() + s.digest + library + rubrics))}
	if s.Recordings == "" && s.Embedder == "" {
		return in, nil
	}
	data, err := s.recordingText(c.ID)
	if err != nil {
		return Inputs{}, err
	}
	in.Answers, err = s.answersDigest(data)
	return in, err
}
