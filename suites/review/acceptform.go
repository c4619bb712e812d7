package review

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// acceptForm takes the pending file of one form, if there is one.
func acceptForm(store goldens.Store, suite, name, form string, now goldens.Pending) (taken bool, err error) {
	pending := store.PendingFormPath(suite, name, form)
	f, err := loadPendingForm(store, pending)
	if f == nil || err != nil {
		return false, err
	}
	if what := outdated(*f.Pending, now); what != "" {
		return false, pipeline.FileErrorf(pending, 0, "%s changed since", what).Remedied("run again before you accept")
	}
	f.Pending = nil
	text, err := f.Bytes()
	if err != nil {
		return false, err
	}
	if err := store.WriteBytes(store.FormPath(suite, name, form), text); err != nil {
		return false, err
	}
	return true, store.Remove(pending)
}

// loadPendingForm reads the pending file of a form; nil when there is none. One that is not as the run wrote it is an
// error.
func loadPendingForm(store goldens.Store, file string) (*formFile, error) {
	data, err := store.Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	f, err := ReadForm(file, data)
	if err != nil {
		return nil, err
	}
	written, err := f.Sealed()
	if err != nil {
		return nil, err
	}
	return f, goldens.CheckSeal(file, f.Pending.Seal, data, written)
}

// outdated names what a pending file was made from and what has changed since; empty when nothing has.
func outdated(then, now goldens.Pending) string {
	switch {
	case then.Case != now.Case:
		return "the case, its suite or one of its skills has"
	case then.Answers != now.Answers:
		return "its recording has"
	case then.Templates != now.Templates && then.Prompts != now.Prompts && then.Prompts != "":
		return fmt.Sprintf("it was made with --prompts %s, and the suite's prompts are not the same (accept --from "+
			"%s takes it all the same): they have", then.Prompts, then.Prompts)
	case then.Templates != now.Templates:
		return "its prompts have"
	}
	return ""
}
