package review

import "github.com/beaver-eval/beaver-eval/goldens"

// FormRun returns the case of the pending file of a form, and the run that has shown it; nil: there is none.
func FormRun(store goldens.Store, file string) (id string, run *goldens.Run, err error) {
	f, err := loadPendingForm(store, file)
	if f == nil || err != nil {
		return "", nil, err
	}
	return f.Case, &f.Pending.Run, nil
}

// loadPendingForm reads the pending file of a form; nil when there is none. A modified one is an error.
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
