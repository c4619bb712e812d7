package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Faults are a suite's injected faults: a matrix of stage, fault and case, or a list of faults that are all put into
// each of its cases.
type Faults struct {
	Matrix *FaultMatrix // nil: none
	List   []Injected

	at *strict.Node
}

// FaultMatrix says which calls break one at a time, and how.
type FaultMatrix struct {
	Stages []string `json:"stages"` // globs over stages and paths of calls; none: all
	Faults []string `json:"faults"` // globs over the names of faults; none: all
	// of a fault that has several places in an answer, how many are tried, by chance; 0: all
	Sample    int              `json:"sample"`
	Otherwise fixtures.Answers `json:"otherwise"` // scripted answers, by stage, for calls caused by a fault
}

// Forms implements strict.Formed.
func (Faults) Forms() []any { return []any{FaultMatrix{}, []Injected{}} }

// DecodeNode implements strict.Decoder.
func (f *Faults) DecodeNode(n *strict.Node) error {
	f.at = n
	switch n.Kind {
	case strict.Map:
		f.Matrix = &FaultMatrix{}
		return n.Decode(f.Matrix)
	case strict.List:
		if err := n.Decode(&f.List); err != nil {
			return err
		}
		for i := range f.List {
			f.List[i].at = n.Items[i]
		}
		return nil
	}
	return n.Errorf("faults: want a mapping {stages, faults, sample, otherwise}, " +
		"or a list of {stage, fault, at, tries}")
}

// check reports unknown names of stages and faults. application says that the suite's system is an application.
func (f *Faults) check(known trace.Vocabulary, application bool) error {
	faults := fault.OfSystems()
	if application {
		faults = fault.OfApplications()
	}
	if application && f.Matrix == nil {
		return f.at.Errorf("faults: a list is for systems whose stages declare fallbacks; for an application want a " +
			"mapping {stages, faults}")
	}
	if m := f.Matrix; m != nil {
		for i, stage := range m.Stages {
			if err := CheckStageGlob(known, stage); err != nil {
				return f.at.Get("stages").Items[i].Errorf("faults: %w", err)
			}
		}
		for i, name := range m.Faults {
			if err := checkFaultGlob(name, faults); err != nil {
				return f.at.Get("faults").Items[i].Errorf("faults: %w", err)
			}
		}
		if m.Sample < 0 {
			return f.at.Get("sample").Errorf("faults: sample: want a number from 1, or 0 for all, got %d", m.Sample)
		}
		for _, script := range m.Otherwise.Scripts("") {
			if err := known.AnswerKey(script.Key); err != nil {
				return script.Errorf("faults: otherwise: %w", err)
			}
		}
	}
	for i := range f.List {
		if err := f.List[i].check(known); err != nil {
			return err
		}
	}
	return nil
}

// MatchesFault reports whether a fault is among those that globs over names and classes choose. A class has no faults
// that are tried at every place of an answer.
func MatchesFault(globs []string, f fault.Fault) bool {
	return filter.Matches(globs, f.Name) || slices.Contains(globs, string(f.Class)) && !f.Every
}

// CheckStageGlob reports a name of an unknown stage, or one that makes no calls. A possible path is not checked: only a
// run knows the paths.
func CheckStageGlob(known trace.Vocabulary, glob string) error {
	if err := filter.Check([]string{glob}); err != nil {
		return err
	}
	if strings.ContainsAny(glob, "/*?[{#") {
		return nil
	}
	return known.Caller(glob)
}

// checkFaultGlob reports a glob that matches none of the faults, and is no class of them.
func checkFaultGlob(glob string, known []fault.Fault) error {
	if err := filter.Check([]string{glob}); err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(f fault.Fault) bool { return MatchesFault([]string{glob}, f) }) {
		return nil
	}
	if now, renamed := fault.Renamed(glob); renamed {
		return fmt.Errorf("the fault %.60q is called %s now", glob, now)
	}
	return fmt.Errorf("there is no fault %.60q%s", glob, wording.Hint(glob, fault.Names(known)))
}

// CheckFaultGlobs reports each glob of --fault that matches no fault, of a system or of an application.
func CheckFaultGlobs(globs []string) error {
	var errs []error
	all := fault.All()
	for _, glob := range globs {
		if err := checkFaultGlob(glob, all); err != nil {
			errs = append(errs, fmt.Errorf("--fault: %w", err))
		}
	}
	return errors.Join(errs...)
}
