package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Decided reports the decision that the stage read from the answer to its last call here, or made here without a call,
// as a small JSON value. A stage with several kinds of decisions names the kind with DecidedAs.
func (rt *Runtime) Decided(stage string, v any) { rt.DecidedAs(stage, "", v) }

// DecidedAs is Decided for a stage with several kinds of decisions: what is one of its Stage.Decides.
func (rt *Runtime) DecidedAs(stage string, what Decides, v any) {
	p := rt.p
	defer p.enter()()
	known, err := p.env.decided(stage, what)
	if err != nil {
		p.fail(fmt.Errorf("%s: decided: %w", p.path, err))
	}
	p.note(Entry{Kind: EntryDecided, Path: cmp.Or(p.last[stage], p.path), Stage: stage, Decides: known}, v)
}

// Event reports anything else that the trace should show.
func (rt *Runtime) Event(name string, v any) {
	defer rt.p.enter()()
	rt.p.note(Entry{Kind: EntryEvent, Path: rt.p.path, Stage: name}, v)
}

// note appends an entry with its value.
func (p *place) note(e Entry, v any) {
	raw, err := jsonvalue.Marshal(v) // at once: the system goes on using v
	if err != nil {
		p.fail(fmt.Errorf("%s %s at %s: %w", e.Kind, e.Stage, p.path, err))
		return
	}
	e.At, e.Depth, e.Value = p.clock, p.depth, raw
	p.log = append(p.log, e)
}

// Fallback reports that a stage took its fallback.
func (rt *Runtime) Fallback(f Fallback) {
	defer rt.p.enter()()
	if err := rt.p.env.checkReason(f.Stage, f.Reason); err != nil {
		rt.p.fail(fmt.Errorf("%s: fallback: %w", rt.p.path, err))
	}
	rt.p.log = append(rt.p.log, Entry{
		Kind: EntryFallback, Path: cmp.Or(rt.p.last[f.Stage], rt.p.path), Stage: f.Stage, At: rt.p.clock,
		Depth: rt.p.depth, Fallback: &f,
	})
}

// Rejected reports that a stage refuses the answer to its last call here and goes on without its fallback: it asks
// again, or takes another path. why is one of the reasons of the stage's fallback. An answer for which the fallback is
// taken is not rejected too: each bad answer is reported once.
func (rt *Runtime) Rejected(stage string, why *Failure) {
	p := rt.p
	defer p.enter()()
	if err := p.checkRejected(stage, why); err != nil {
		p.fail(fmt.Errorf("%s: rejected: %w", p.path, err))
		return
	}
	kept := *why
	p.log = append(p.log, Entry{
		Kind: EntryRejected, Path: p.last[stage], Stage: stage, At: p.clock, Depth: p.depth, Failure: &kept,
	})
}

// checkRejected returns an error for an unlisted stage or reason, and for a stage without an answer to refuse.
func (p *place) checkRejected(stage string, why *Failure) error {
	if why == nil {
		return fmt.Errorf("the answer to %s is refused for no reason (the failure is nil)", stage)
	}
	if err := p.env.checkReason(stage, why.Reason); err != nil {
		return err
	}
	path, asked := p.last[stage]
	for _, e := range slices.Backward(p.log) {
		if asked && e.Kind == EntryCall && e.Path == path && e.Failure == nil && e.Err == nil {
			return nil
		}
	}
	return fmt.Errorf("the last call of %s here has no answer to refuse", stage)
}

// Log returns everything that happened in this place and below, in the order of the tree.
func (rt *Runtime) Log() []Entry {
	var all []Entry
	var walk func(p *place)
	walk = func(p *place) {
		for _, e := range p.log {
			below := e.below
			e.below = nil
			all = append(all, e)
			if below != nil {
				walk(below)
			}
		}
	}
	walk(rt.p)
	return all
}
