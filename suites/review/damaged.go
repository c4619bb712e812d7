package review

import (
	"context"
	"errors"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// damagedGolden returns the error of a golden that cannot be read, with what to do about it. The prompts are still kept
// beside it, so that accepting the case by its name can replace it.
func (r *Comparer) damagedGolden(ctx context.Context, res *result.Result, got *goldens.File, text []byte,
	err error) error {
	file, positioned := errors.AsType[*pipeline.FileError](err)
	if !isDamage(err) || !positioned {
		return err
	}
	damaged := pipeline.FileErrorf(file.File, file.Line, "the golden is damaged: %w", file.Err)
	if r.by == nil || res.Status == result.StatusError || len(r.stages) > 0 {
		return damaged.Remedied("mend it, or run again and accept the case by its name")
	}
	digest, err := got.Digest(text)
	if err != nil {
		return errors.Join(damaged, err)
	}
	if err := r.keep(ctx, res, got, text, goldens.Pending{Shown: digest}); err != nil {
		return errors.Join(damaged, err)
	}
	return damaged.Remedied("mend it, or `beaver-eval accept " + res.Case + "` replaces it")
}

// isDamage reports whether a golden was not written by any version of this program.
func isDamage(err error) bool {
	_, other := errors.AsType[*goldens.VersionError](err)
	return !other
}

// isNamed reports whether one of a command's arguments names a case exactly, not by a glob.
func isNamed(args []string, suite, id string) bool {
	return slices.Contains(args, id) || slices.Contains(args, path.Join(suite, id))
}
