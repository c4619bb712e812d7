package review

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// waiting are the names of a suite's cases beside whose goldens something lies: changed prompts, and files of forms.
func waiting(store goldens.Store, suite string) (prompts, forms map[string]bool, err error) {
	prompts, forms = map[string]bool{}, map[string]bool{}
	err = store.EachFile(suite, func(file string) {
		if name, ok := goldens.Waiting(file); ok {
			prompts[name] = true
		} else if name, ok := ofForm(file); ok {
			forms[name] = true
		}
	})
	return prompts, forms, err
}

// ofForm is the name of the case whose requests in a provider's form, accepted or pending, a file of this name holds.
func ofForm(file string) (name string, ok bool) {
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
	name, ok = ofForm(file)
	return name, ok, ok
}
