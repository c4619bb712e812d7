package project

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Injected is a fault that is put into the cases of a suite.
type Injected struct {
	Stage string `json:"stage" strict:"required"` // the stage whose calls fail
	Fault string `json:"fault" strict:"required"` // the name of the fault
	// which call of the stage fails, from 1, in the order of the case as it is; 0: each of them
	At    int   `json:"at"`
	Tries []int `json:"tries"` // which tries of the decision fail, from 1; none: those that the fault names

	at *strict.Node
}

// Errorf returns an error about the fault, with its file and line.
func (f *Injected) Errorf(format string, args ...any) error {
	return f.at.Errorf("faults: "+format, args...)
}

// check reports faults that cannot be put into a case of a system.
func (f *Injected) check(known trace.Vocabulary) error {
	n := f.at
	if err := known.Caller(f.Stage); err != nil {
		return n.Get("stage").Errorf("faults: %w", err)
	}
	of, ok := fault.Find(f.Fault)
	if !ok {
		known := fault.Names(fault.OfSystems())
		return n.Get("fault").Errorf("faults: there is no fault %.60q%s", f.Fault, wording.Hint(f.Fault, known))
	}
	if st, _ := known.Find(f.Stage); !of.Fits(st) {
		return n.Get("fault").Errorf("faults: the stage %s cannot meet %s", f.Stage, f.Fault)
	}
	if of.Every {
		return n.Get("fault").Errorf("faults: %s breaks an answer at every place, one after the other: it is for a "+
			"matrix", f.Fault)
	}
	if at := n.Get("at"); at != nil && f.At < 1 {
		return at.Errorf("faults: at: want a number from 1, got %d", f.At)
	}
	if i := slices.IndexFunc(f.Tries, func(try int) bool { return try < 1 }); i >= 0 {
		return n.Get("tries").Items[i].Errorf("faults: tries: want numbers from 1, got %d", f.Tries[i])
	}
	return nil
}
