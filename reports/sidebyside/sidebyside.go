// Package sidebyside shows the systems of one run next to each other, over the conversations that several of them had.
package sidebyside

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Read reads the report from a run. Of a case with several samples, and of a system with several suites that have a
// case, the first one counts. most is how many conversations get their turns; negative: all.
func Read(ctx context.Context, run *stored.Run, most int) (*Report, error) {
	r := &Report{Run: run.Name}
	if err := r.find(ctx, run); err != nil {
		return nil, err
	}
	ran := map[of]*Ran{}
	for i := range r.Conversations {
		c := &r.Conversations[i]
		for j := range c.By {
			ran[of{c.By[j].Suite, c.Case}] = &c.By[j]
		}
	}
	err := run.Cases(ctx, rows.With{Calls: true}, func(c *rows.Case) error {
		if by := ran[of{c.Suite, c.Case}]; by != nil && c.Sample == 0 {
			by.Sums = sumsOf(c.Trace)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.sum()
	if err := r.readFaults(ctx, run.Folder()); err != nil {
		return nil, err
	}
	return r, r.readTurns(ctx, run.Folder(), most)
}

// find finds the conversations and their systems.
func (r *Report) find(ctx context.Context, run *stored.Run) error {
	var systems []string
	var order []name
	all := map[name][]Ran{}
	err := run.Cases(ctx, rows.With{}, func(c *rows.Case) error {
		if c.Status == result.StatusOrphan || c.Sample > 0 {
			return nil
		}
		if !slices.Contains(systems, c.System) {
			systems = append(systems, c.System)
		}
		if c.Status != result.StatusOK && c.Status != result.StatusFailed {
			return nil
		}
		n := name{c.File, c.Case}
		if len(all[n]) == 0 {
			order = append(order, n)
		}
		if !slices.ContainsFunc(all[n], func(by Ran) bool { return by.System == c.System }) {
			all[n] = append(all[n], Ran{System: c.System, Suite: c.Suite})
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, n := range order {
		if len(all[n]) > 1 {
			r.Conversations = append(r.Conversations,
				Conversation{Case: n.id, File: n.file, By: all[n], Turns: []Turn{}})
		}
	}
	for _, s := range systems {
		if slices.ContainsFunc(r.Conversations, func(c Conversation) bool { return c.by(s) != nil }) {
			r.Systems = append(r.Systems, System{System: s, Faults: []Fault{}})
		}
	}
	return r.check(systems)
}

// check checks that there is something to compare.
func (r *Report) check(systems []string) error {
	switch {
	case len(systems) == 0:
		return fmt.Errorf("run %s has no case", r.Run)
	case len(systems) == 1:
		return fmt.Errorf("run %s has only one system, %s: --by system needs a run with suites of several systems, "+
			"such as `beaver-eval run --suite 'common-*'`", r.Run, systems[0])
	case len(r.Conversations) == 0:
		return fmt.Errorf("no two systems of run %s finished the same case (it has %s): --by system compares files of "+
			"cases that suites of several systems name in `cases:`", r.Run, strings.Join(systems, ", "))
	}
	return nil
}

// sum adds up the conversations that all systems finished.
func (r *Report) sum() {
	for i := range r.Conversations {
		c := &r.Conversations[i]
		if !r.shares(c) {
			continue
		}
		r.Shared++
		for j := range r.Systems {
			r.Systems[j].add(&c.by(r.Systems[j].System).Sums)
		}
	}
}

// sumsOf counts what a trace holds, without the calls of judges.
func sumsOf(t *trace.Trace) Sums {
	var s Sums
	var log []pipeline.Entry
	fell := map[string]bool{}
	for step := range t.Own() {
		log = append(log, step.Entry)
		if step.Kind == pipeline.EntryFallback {
			fell[trace.DecisionOf(step)] = true
		}
		c := step.Call
		if c == nil {
			continue
		}
		s.PromptTokens, s.OutputTokens = s.PromptTokens+c.Tokens.Prompt, s.OutputTokens+c.Tokens.Output
		s.EstimatedTokens += c.Tokens.Estimated
		if p := c.Prefix; p != nil && p.End.Why != "" {
			s.PrefixTokens, s.KeptTokens = s.PrefixTokens+c.Estimates.Prompt, s.KeptTokens+p.Tokens
		}
	}
	for _, turn := range pipeline.TurnCosts(log, func(string) pipeline.Request { return pipeline.Request{} }) {
		s.Calls, s.Depth = s.Calls+turn.Calls, s.Depth+turn.Depth
	}
	for _, asked := range t.Decisions() {
		s.Decisions += asked.Times
	}
	s.ByFallback = len(fell)
	return s
}
