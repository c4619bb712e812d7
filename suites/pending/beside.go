package pending

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// beside lists the files beside the golden of a case: changed prompts, and files of forms.
type beside struct {
	prompts bool
	pending []string // pending files of forms
	forms   []string // accepted forms
}

// filesBeside returns the files of a suite by the names of its cases.
func filesBeside(store goldens.Store, suite string) (map[string]*beside, error) {
	all := map[string]*beside{}
	of := func(name string) *beside {
		if all[name] == nil {
			all[name] = &beside{}
		}
		return all[name]
	}
	err := store.EachFile(suite, func(file string) {
		if name, ok := goldens.Waiting(file); ok {
			of(name).prompts = true
			return
		}
		for _, form := range wire.Forms() {
			if name, ok := strings.CutSuffix(file, "."+form+".json"); ok {
				of(name).forms = append(of(name).forms, form)
			} else if name, ok := strings.CutSuffix(file, "."+form+".pending.json"); ok {
				of(name).pending = append(of(name).pending, form)
			}
		}
	})
	return all, err
}

// waitsInConflict reports whether the golden of a case holds a merge conflict, or one of its forms does while no
// prompts wait for review. A golden without a pending file of a run is an error.
func waitsInConflict(store goldens.Store, suite, name string, b *beside) (bool, error) {
	file := store.Path(suite, name)
	data, err := store.Read(file)
	switch {
	case err != nil: // unrelated to conflicts
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
