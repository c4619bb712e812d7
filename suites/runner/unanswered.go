package runner

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// UnansweredError is an unanswered call, with the information needed to answer it.
type UnansweredError struct {
	*model.MissError
	File    string
	Line    int    // where the turn begins
	Key     string // of the case's answers, for the answer
	Example string // an answer that the call's stage takes
	Suite   string // of an application; empty: of another system
	err     error
}

func (e *UnansweredError) Error() string { return e.err.Error() }
func (e *UnansweredError) Unwrap() error { return e.err }

// explained returns an error of a turn, with an example of an answer if it is an unanswered call.
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

// explainedBefore reports whether an earlier error has the same help: one answer serves all requests of an
// application's stage, and concurrent ones are missed together.
func explainedBefore(s *project.Suite, err error, before []error) bool {
	miss, ok := errors.AsType[*model.MissError](err)
	return ok && s.IsApplication() && slices.ContainsFunc(before, func(err error) bool {
		other, ok := errors.AsType[*model.MissError](err)
		return ok && other.Got.Stage == miss.Got.Stage && other.Provider == miss.Provider
	})
}
