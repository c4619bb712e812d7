package review

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// FormOf returns the name of the case whose requests in a wire form, accepted or pending, a file of this name holds.
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

// AcceptedFile returns the name of the case to which a file of goldens belongs, and whether it holds requests in a wire
// form; not ok: it is neither such a file nor a golden.
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
