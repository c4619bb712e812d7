package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// A system's reports are checked against its declarations as they are made: a misspelt stage or reason would be counted
// under its own name, and every expectation and gate with the right name would miss it.

// checkStage returns an error for a stage that the system does not list; without a list every name passes.
func (e *Env) checkStage(name string) error {
	if e.Stages == nil {
		return nil
	}
	if _, ok := FindStage(e.Stages, name); ok {
		return nil
	}
	names := make([]string, len(e.Stages))
	for i, s := range e.Stages {
		names[i] = s.Name
	}
	return fmt.Errorf("the system has no stage %q (System.Stages lists %s)", name, strings.Join(names, ", "))
}

// checkRequest returns an error for a request with an unknown stage or variant, or a message with an unknown role.
func (e *Env) checkRequest(req *Request) error {
	if err := e.checkStage(req.Stage); err != nil {
		return err
	}
	if s, ok := FindStage(e.Stages, req.Stage); ok {
		if err := s.checkCall(req); err != nil {
			return err
		}
		if err := s.checkDeclared(req.Declared); err != nil {
			return err
		}
	}
	roles := Roles()
	for i, m := range req.Messages {
		if !slices.Contains(roles, m.Role) {
			return fmt.Errorf("message %d has the role %q (there are %s)", i+1, m.Role, strings.Join(roles, ", "))
		}
	}
	return nil
}

// checkCall returns an error for a call of a stage declared without calls, in a variant that it does not list, or with
// tools although it declares that it offers none.
func (s Stage) checkCall(req *Request) error {
	switch {
	case !s.Calls:
		return fmt.Errorf("the stage %s makes no calls (its Stage.Calls is false)", s.Name)
	case req.Variant != "" && !s.HasVariant(req.Variant):
		return fmt.Errorf("the stage %s has no variant %q (Stage.Variants lists %q)", s.Name, req.Variant, s.Variants)
	case s.NoTools && len(req.Tools) > 0:
		return fmt.Errorf("the stage %s offers %d tools (its Stage.NoTools is true)", s.Name, len(req.Tools))
	}
	return nil
}

// checkDeclared returns an error for a declaration that says nothing or several things, or whose reason the stage
// cannot meet.
func (s Stage) checkDeclared(list []Declared) error {
	for i, d := range list {
		said := 0
		for _, is := range []bool{d.Answer != nil, d.Undone, d.Reask, d.Then != ""} {
			if is {
				said++
			}
		}
		if said != 1 {
			return fmt.Errorf("Request.Declared[%d] says %d of Answer, Undone, Reask and Then: want one", i, said)
		}
		if d.Then == "" && len(d.Skips)+len(d.Shows) > 0 {
			return fmt.Errorf("Request.Declared[%d] has Skips or Shows without Then", i)
		}
		for _, r := range d.Reasons {
			if !slices.Contains(s.FallbackReasons(), r) {
				return fmt.Errorf("Request.Declared[%d]: the stage %s %w", i, s.Name, s.noReason(r))
			}
		}
	}
	return nil
}

// decided returns what a stage has decided: what, else its only kind of decision. The error reports a stage that the
// system does not list, and one that does not decide this or decides several things.
func (e *Env) decided(stage string, what Decides) (Decides, error) {
	if e.Stages == nil {
		return what, nil
	}
	s, ok := FindStage(e.Stages, stage)
	switch {
	case !ok:
		return what, e.checkStage(stage)
	case what == "" && len(s.Decides) == 1:
		return s.Decides[0], nil
	case what == "" && len(s.Decides) > 1:
		const several = "the stage %s decides several things (%q): Runtime.DecidedAs says which"
		return what, fmt.Errorf(several, stage, s.Decides)
	case what != "" && !slices.Contains(s.Decides, what):
		return what, fmt.Errorf("the stage %s does not decide a %s (Stage.Decides lists %q)", stage, what, s.Decides)
	}
	return what, nil
}

// checkReason returns an error for a stage that the system does not list, or a reason that its fallback cannot have.
func (e *Env) checkReason(stage string, reason Reason) error {
	s, ok := FindStage(e.Stages, stage)
	if !ok {
		return e.checkStage(stage)
	}
	if slices.Contains(s.FallbackReasons(), reason) {
		return nil
	}
	return fmt.Errorf("the fallback of %s %w", s.Name, s.noReason(reason))
}

// Check returns an error for a status or a kind of reply that does not exist.
func (o Outcome) Check() error {
	if !slices.Contains(Statuses(), o.Status) {
		return fmt.Errorf("the turn ends with the status %q (there are %s)", o.Status, strings.Join(Statuses(), ", "))
	}
	for i, r := range o.Replies {
		if r.Kind != "" && !slices.Contains(ReplyKinds(), r.Kind) {
			return fmt.Errorf("reply %d is of kind %q (there are %s)", i+1, r.Kind, strings.Join(ReplyKinds(), ", "))
		}
	}
	return nil
}
