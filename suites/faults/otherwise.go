package faults

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// ReadOtherwise reads answers by stage, in the form of a suite's otherwise. Each has to be for a call that one of the
// suites can make.
func ReadOtherwise(file string, data []byte, suites []*project.Suite) (fixtures.Answers, error) {
	n, err := strict.ParseYAML(file, data)
	if err != nil {
		return fixtures.Answers{}, err
	}
	var answers fixtures.Answers
	if err := answers.DecodeNode(n); err != nil {
		return fixtures.Answers{}, err
	}
	var errs []error
	for _, script := range answers.Scripts("") {
		var unknown error
		for _, s := range suites {
			if unknown = s.Vocabulary().AnswerKey(script.Key); unknown == nil {
				break
			}
		}
		if unknown != nil {
			errs = append(errs, script.Errorf("%w", unknown))
		}
	}
	return answers, errors.Join(errs...)
}
