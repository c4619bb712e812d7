package project

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// checkNames reports unknown names in a case's answers, expectations and labels: stages, reasons, actions, skills and
// tools. Names that only a run can know, such as the nodes of a plan, are not checked, and neither is the text of
// answers.
func (s *Suite) checkNames(c *fixtures.Case) error {
	return s.known.CheckCase(c, s.answerKey, func() ([]string, error) { return s.SkillNames(c) })
}

// answerKey says why a key of answers can never answer: it names nothing of the suite's system, nor of another one
// that the same case may run on.
func (s *Suite) answerKey(key string) error {
	err := s.known.AnswerKey(key)
	for _, other := range s.others {
		if err != nil && other.AnswerKey(key) == nil {
			return nil
		}
	}
	return err
}

// ForOther reports whether an answer of a case can be for another system that runs it too: its key names nothing of
// this suite's system; or it names something of both, and the case answers calls that only the other one makes.
func (s *Suite) ForOther(c *fixtures.Case, key string) bool {
	if s.known.AnswerKey(key) != nil {
		return true
	}
	return slices.ContainsFunc(s.others, func(other trace.Vocabulary) bool {
		return other.AnswerKey(key) == nil && slices.ContainsFunc(c.Scripts(), func(script fixtures.Script) bool {
			return s.known.AnswerKey(script.Key) != nil && other.AnswerKey(script.Key) == nil
		})
	})
}
