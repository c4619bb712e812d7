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

// MostConversations is how many conversations are shown with their answers unless all are asked for.
const MostConversations = 50

// Report compares the systems of a run. Its JSON is what `compare RUN --by system --format json` prints.
type Report struct {
	Run           string         `json:"run"`
	Systems       []System       `json:"systems"`       // in the order of the run
	Conversations []Conversation `json:"conversations"` // that at least two systems finished, in the order of the run
	Shared        int            `json:"shared"`        // of them, those that all systems finished: sums are over these
	More          int            `json:"more"`          // conversations whose turns are left out
}

// System is a system with the sums over the conversations that all systems finished.
type System struct {
	System string `json:"system"`
	Sums
	Faults []Fault `json:"faults"` // by name; none: the run broke no call of these conversations
}

// Sums are those of one conversation, or of several. Tokens are those that the provider reported, or estimates.
type Sums struct {
	Calls           int `json:"calls"`
	Depth           int `json:"depth"` // calls of which each depends on the one before: the longest chain of each turn
	PromptTokens    int `json:"prompt_tokens"`
	OutputTokens    int `json:"output_tokens"`
	EstimatedTokens int `json:"estimated_tokens"` // of both, those that are estimates
	PrefixTokens    int `json:"prefix_tokens"`    // of calls with an earlier one of their stage: estimated, of prompts
	KeptTokens      int `json:"kept_tokens"`      // of these, those with which the earlier prompt began, too
	Decisions       int `json:"decisions"`
	ByFallback      int `json:"by_fallback"` // decisions that a fallback made
}

// Fault is what became of the calls that were broken in one way. What a repair made of an answer does not count.
type Fault struct {
	Fault    string `json:"fault"`
	Broken   int    `json:"broken"`   // calls, each once for every policy that reads its answer
	FellBack int    `json:"fallback"` // of them, those for which the stage reported a fallback
	Right    int    `json:"right"`    // of them, those with a right outcome (result.Cell.Right)
}

// Conversation is a case of one file that at least two systems finished.
type Conversation struct {
	Case  string `json:"case"`
	File  string `json:"file"`
	By    []Ran  `json:"by"`    // systems that finished it
	Turns []Turn `json:"turns"` // empty: left out
}

// Ran is a conversation on one system.
type Ran struct {
	System string `json:"system"`
	Suite  string `json:"suite"`
	Sums
}

// Turn is the input of a turn with what each system answered.
type Turn struct {
	Turn    string   `json:"turn"`
	User    string   `json:"user"`
	Answers []Answer `json:"answers"`
}

// Answer is how a turn ended on a system.
type Answer struct {
	System string   `json:"system"`
	Status string   `json:"status"` // done, failed or waiting
	Texts  []string `json:"texts"`  // of the replies
}

// name tells a conversation: ids are unique within a suite only, so the file belongs to it.
type name struct{ file, id string }

// of tells a case of a suite.
type of struct{ suite, id string }

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
			r.Conversations = append(r.Conversations, Conversation{Case: n.id, File: n.file, By: all[n], Turns: []Turn{}})
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
		return fmt.Errorf("run %s has only one system, %s: --by system needs a run with suites of several systems, such as "+
			"`beaver-eval run --suite 'common-*'`", r.Run, systems[0])
	case len(r.Conversations) == 0:
		return fmt.Errorf("no two systems of run %s finished the same case (it has %s): --by system compares files of "+
			"cases that suites of several systems name in `cases:`", r.Run, strings.Join(systems, ", "))
	}
	return nil
}

// by returns a conversation on a system; nil: it did not finish it.
func (c *Conversation) by(system string) *Ran {
	for i := range c.By {
		if c.By[i].System == system {
			return &c.By[i]
		}
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

// shares reports whether all systems finished a conversation.
func (r *Report) shares(c *Conversation) bool { return len(c.By) == len(r.Systems) }

func (s *Sums) add(o *Sums) {
	s.Calls, s.Depth = s.Calls+o.Calls, s.Depth+o.Depth
	s.PromptTokens, s.OutputTokens = s.PromptTokens+o.PromptTokens, s.OutputTokens+o.OutputTokens
	s.EstimatedTokens += o.EstimatedTokens
	s.PrefixTokens, s.KeptTokens = s.PrefixTokens+o.PrefixTokens, s.KeptTokens+o.KeptTokens
	s.Decisions, s.ByFallback = s.Decisions+o.Decisions, s.ByFallback+o.ByFallback
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
