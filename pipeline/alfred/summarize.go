package alfred

import (
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// What is kept of an answer (F7), in characters.
const (
	longAnswer   = 400 // from this length on an answer is kept with a summary
	longProposal = 500 // this much of a proposal is kept
)

// summarized keeps the turn, and returns the outcome for the user (F8).
func (t *turn) summarized(kind, status string, text pipeline.Pieces) (pipeline.Outcome, error) {
	t.visit("summarize")
	summary, err := t.summary(text)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	t.talk.Pending = t.waits
	t.talk = t.talk.Add(memory.Turn{User: t.message, Assistant: text, Summary: summary})
	t.reasoning = t.reasoning.Add(t.decided())
	t.results = append(t.results[:len(t.results):len(t.results)], t.found())
	t.results = t.results[max(0, len(t.results)-memory.KeptResults):]
	t.conversation.kept = t.kept
	return pipeline.Outcome{
		Status: status, Replies: []pipeline.Reply{{Kind: kind, Text: text.String(), Path: t.rt.Place()}},
	}, nil
}

// summary returns the replacement of a long answer in the conversation: nothing if it is short or no model answers.
func (t *turn) summary(text pipeline.Pieces) (pipeline.Pieces, error) {
	n := utf8.RuneCountInString(text.String())
	switch {
	case n < longAnswer:
		return nil, nil
	case t.waits != nil && t.waits.Type == pendingProposal:
		return memory.Cut(text, longProposal), nil
	}
	messages, err := t.prompts.summarize(summarizeView{Message: t.message, Answer: text, Program: t.program()})
	if err != nil {
		return nil, err
	}
	summary, failed, err := t.askText(pipeline.Request{
		Stage: stageSummarize, Messages: messages, Declared: declaredSummarize(text.String()),
	})
	if failed != nil {
		return nil, nil
	}
	return summary, err
}

// decided returns this turn's decisions for later turns (F8).
func (t *turn) decided() memory.TurnSummary {
	s := memory.TurnSummary{
		Turn: t.number, Decision: string(t.plan), Goal: t.goal, Curation: t.curated,
		Expressed: t.curated.Demands,
	}
	switch {
	case t.program():
		s.Expressed = memory.Expressed(t.message)
	case t.waits != nil && t.waits.Type == waitsUnderstand:
		s.Decision = string(clarify)
	}
	var types []string
	for i, of := range t.steps {
		if i < len(t.done) || t.program() { // which counts planned steps too
			types = append(types, of.Type)
		}
		summary := memory.StepSummary{
			Num: i, Type: of.Type, Subdomain: of.Subdomain, Description: of.Description,
		}
		if i >= len(t.done) {
			if !t.program() {
				summary.Outcome = code.Of("not carried out")
				s.Steps = append(s.Steps, summary)
			}
			continue
		}
		done := t.done[i]
		summary.Entities, summary.Drafts, done.Drafts = t.refsOf(done), done.Drafts, nil
		summary.Outcome = done.Text(t.entities()) // of drafts the prompts of later turns say what is true then
		if i < len(t.noted) {
			summary.Note = t.noted[i]
		}
		s.Steps = append(s.Steps, summary)
	}
	s.Phase = memory.Phase(string(t.plan), types, len(t.done) > 0)
	return s
}

// found returns the results of the steps for later turns.
func (t *turn) found() memory.TurnResults {
	r := memory.TurnResults{Turn: t.number}
	for _, o := range t.done {
		r.Steps = append(r.Steps, o.Serialized())
	}
	return r
}

// refsOf returns the references that a step's data names. The program leaves the list empty (F8).
func (t *turn) refsOf(o memory.Outcome) []string {
	if t.program() {
		return nil
	}
	var refs []string
	for _, r := range o.Results {
		refs = append(refs, t.refsIn(string(r.Data))...)
	}
	return unique(append(refs, t.refsIn(string(o.Data))...))
}
