package review

import (
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// checkConflict says why a golden with a merge conflict cannot be replaced by the changes shown: only a part of them is
// taken, or they hold the same conflict.
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
