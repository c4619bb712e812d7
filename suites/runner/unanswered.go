package runner

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// UnansweredError is a call that nothing answers, with what a person needs to answer it.
type UnansweredError struct {
	*model.MissError
	File    string
	Line    int    // where the turn begins
	Key     string // of the case's answers, that the answer is to stand under
	Example string // an answer that the call's stage takes
	Suite   string // of somebody else's program; empty: of another system
	err     error
}

func (e *UnansweredError) Error() string { return e.err.Error() }
func (e *UnansweredError) Unwrap() error { return e.err }

// explained returns an error of a turn, with an example of an answer where it is a call that nothing answers.
func explained(s *project.Suite, err error, file string, line int) error {
	miss, ok := errors.AsType[*model.MissError](err)
	if !ok {
		return err
	}
	stage, _ := s.Vocabulary().Find(miss.Got.Stage)
	_, key, _ := strings.Cut(miss.Path, "/")
	of := ""
	if s.IsApplication() {
		key, of = miss.Got.Stage, s.Name // its calls have no names by the time they are answered
	}
	return &UnansweredError{
		MissError: miss, File: file, Line: line, Key: key, Example: cmp.Or(stage.Example, "…"), Suite: of, err: err,
	}
}

// explainedBefore reports whether one of the errors before a miss has the same lines to help with it: one answer is for
// all requests of a stage of somebody else's program, and those that it asks side by side are missed together.
func explainedBefore(s *project.Suite, err error, before []error) bool {
	miss, ok := errors.AsType[*model.MissError](err)
	return ok && s.IsApplication() && slices.ContainsFunc(before, func(err error) bool {
		other, ok := errors.AsType[*model.MissError](err)
		return ok && other.Got.Stage == miss.Got.Stage && other.Provider == miss.Provider
	})
}
