package result

import (
	"context"
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// InputError is about something that a case names and that cannot be read. Its text begins with a position.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// IsPositioned reports whether the text of an error begins with the file that it is about.
func IsPositioned(err error) bool {
	_, input := errors.AsType[*InputError](err)
	_, read := errors.AsType[*strict.Error](err)
	return input || read
}

// IsBug tells the mistakes of a program from those of a case.
func IsBug(err error) bool {
	_, input := errors.AsType[*pipeline.InputError](err)
	return !IsMiss(err) && !input && !IsPositioned(err) && !errors.Is(err, context.Canceled)
}

// OnlyMisses reports whether all errors are calls that nothing answers.
func OnlyMisses(errs []error) bool {
	return !slices.ContainsFunc(errs, func(err error) bool { return !IsMiss(err) })
}

func IsMiss(err error) bool {
	_, ok := errors.AsType[*model.MissError](err)
	return ok
}
