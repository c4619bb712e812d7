package review

import (
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// waitsInConflict reports whether the golden of a case holds a merge conflict, or one of its forms does while no
// prompts wait for review. A golden beside which no run has left what it sends is an error.
func waitsInConflict(store goldens.Store, suite, name string, b *beside) (bool, error) {
	file := store.Path(suite, name)
	data, err := store.Read(file)
	switch {
	case err != nil: // not a matter of conflicts
		return false, nil
	case conflict.Line(data) > 0 && b.prompts:
		return true, nil
	case conflict.Line(data) > 0:
		return false, pipeline.FileErrorf(file, 0, "%w, and no run has kept its prompts", conflict.Err).Remedied(
			"run first")
	case b.prompts:
		return false, nil
	}
	for _, form := range b.forms {
		data, err := store.Read(store.FormPath(suite, name, form))
		if err != nil {
			return false, err
		}
		if conflict.Line(data) > 0 {
			return true, nil
		}
	}
	return false, nil
}

// checkConflict says why a golden with a merge conflict cannot be replaced by what was shown: only a part of that is to
// be taken, or it holds the same conflict.
func checkConflict(store goldens.Store, golden string, shown *goldens.File, stages []string) error {
	if len(stages) > 0 {
		return pipeline.FileErrorf(golden, 0, "%w", conflict.Err).Remedied(
			"`beaver-eval accept --conflicted` replaces it as a whole; --stage takes a part")
	}
	data, err := store.Read(golden)
	if err != nil {
		return err
	}
	if path := unresolved(data, shown); path != "" {
		return pipeline.FileErrorf(golden, 0, "%w, and the prompt of %s holds it too", conflict.Err, path).Remedied(
			"resolve it in the template, or wherever the text is from, and run again")
	}
	return nil
}
