package review

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// beside is what lies beside the golden of a case: changed prompts, and files of forms.
type beside struct {
	prompts bool
	pending []string // pending files of forms
	forms   []string // accepted forms
}

// filesBeside are the files of a suite by the names of its cases.
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

// FormOf is the name of the case whose requests in a provider's form, accepted or pending, a file of this name holds.
func FormOf(file string) (name string, ok bool) {
	file, ok = strings.CutSuffix(file, ".json")
	if !ok {
		return "", false
	}
	file = strings.TrimSuffix(file, ".pending")
	for _, form := range wire.Forms() {
		if name, ok := strings.CutSuffix(file, "."+form); ok {
			return name, true
		}
	}
	return "", false
}

// AcceptedFile is the name of the case to which a file of goldens belongs, and whether it holds requests in a
// provider's form; not ok: it is neither such a file nor a golden.
func AcceptedFile(file string) (name string, form, ok bool) {
	if name, ok := goldens.Accepted(file); ok {
		return name, false, true
	}
	if strings.HasSuffix(file, ".pending.json") {
		return "", false, false
	}
	name, ok = FormOf(file)
	return name, ok, ok
}
