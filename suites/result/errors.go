package result

import (
	"context"
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// IsPositioned reports whether an error names a file.
func IsPositioned(err error) bool {
	_, positioned := errors.AsType[*pipeline.FileError](err)
	return positioned
}

// IsBug reports whether an error is a program's mistake rather than a case's.
func IsBug(err error) bool {
	_, input := errors.AsType[*pipeline.InputError](err)
	_, unembedded := errors.AsType[*model.MissEmbedError](err)
	return !IsMiss(err) && !unembedded && !input && !isUnanswered(err) && !IsPositioned(err) &&
		!errors.Is(err, context.Canceled)
}

// OnlyMisses reports whether all errors are unanswered calls.
func OnlyMisses(errs []error) bool {
	return !slices.ContainsFunc(errs, func(err error) bool { return !IsMiss(err) })
}

// Unanswered reports whether one of the errors says that a server gave no answer.
func Unanswered(errs []error) bool { return slices.ContainsFunc(errs, isUnanswered) }

func isUnanswered(err error) bool {
	_, unanswered := errors.AsType[*model.NoAnswerError](err)
	return unanswered
}

func IsMiss(err error) bool {
	_, ok := errors.AsType[*model.MissError](err)
	return ok
}
