package server

import "fmt"

// Findings are what a person should know before a run: reasons why it would fail, and surprises.
type Findings struct {
	Errs     []error
	Warnings []string
}

// Fail adds a reason.
func (f *Findings) Fail(format string, args ...any) {
	f.Errs = append(f.Errs, fmt.Errorf(format, args...))
}

// Warn adds a surprise.
func (f *Findings) Warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
}

// Add adds the findings of others.
func (f *Findings) Add(o Findings) {
	f.Errs, f.Warnings = append(f.Errs, o.Errs...), append(f.Warnings, o.Warnings...)
}

// Pinned reports settings that make answers differ from run to run.
func (f *Findings) Pinned(w Wanted) {
	if by := w.Of(unseeded); len(by.Uses) > 0 {
		f.Warn("model %s%s: no seed is set: answers differ from run to run", w.Name, by.Stages())
	}
	if by := w.Of(unheated); len(by.Uses) > 0 {
		f.Warn("model %s%s: no temperature is set: it is the model's own, which may change", w.Name, by.Stages())
	}
}
