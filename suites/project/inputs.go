package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
)

// Inputs returns the digests of all that the prompts of a case are made from, and where the templates come from.
func (s *Suite) Inputs(src fixtures.Source, systems []string) (*goldens.Pending, error) {
	c, err := src.Decode(systems)
	if err != nil {
		return nil, err
	}
	library, err := s.libraries(c)
	if err != nil {
		return nil, err
	}
	p := &goldens.Pending{Templates: s.templates, Prompts: s.PromptsOverride(),
		Case: digestOf([]byte(src.Digest() + s.digest + library))}
	if s.Recordings == "" && s.Embedder == "" {
		return p, nil
	}
	data, err := s.recordingText(c.ID)
	if err != nil {
		return nil, err
	}
	p.Answers, err = s.answersDigest(data)
	return p, err
}
