package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/vocabulary"
)

// File returns where the suite stands, relative to the project's root.
func (s *Suite) File() string { return s.file }

// Project returns the project that the suite belongs to.
func (s *Suite) Project() *Project { return s.project }

// Pipeline returns the system that the suite's cases run on, with the prompts that are in use.
func (s *Suite) Pipeline() pipeline.System { return s.system }

// Vocabulary returns what cases and gates can name of the suite's system.
func (s *Suite) Vocabulary() vocabulary.Vocabulary { return s.known }

// Sources returns the suite's cases, not yet decoded.
func (s *Suite) Sources() *fixtures.Set { return s.cases }

// Len returns the number of the suite's cases.
func (s *Suite) Len() int { return s.cases.Len() }

// OwnGates returns the gates of the suite's file.
func (s *Suite) OwnGates() []metric.Gate { return s.gates }

// Evaluator returns what scores the suite's cases.
func (s *Suite) Evaluator() *score.Evaluator { return s.evaluator }

// Masker masks what is a secret to the suite.
func (s *Suite) Masker() *secrets.Masker { return s.masker }

// DecodeBlock decodes what the suite says for its system into v; nothing when it says nothing.
func (s *Suite) DecodeBlock(v any) error {
	if s.block == nil {
		return nil
	}
	if v == nil {
		return s.block.Errorf("%s has no such block", s.System)
	}
	return s.block.Decode(v)
}
