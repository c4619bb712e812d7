package alfred

import (
	"regexp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// data returns the full context: Understand decides what the others see.
func (v understandView) data() understandData {
	d := understandData{
		Message: v.Message, Conversation: v.Talk.Recent(v.Entities), Decisions: v.Talk.DecisionTable(),
		Registry: v.Entities.Table(),
	}
	if v.Talk.Pending != nil {
		d.Pending = v.Talk.Pending.Asked(v.Program)
	}
	return d
}

// data returns the input of a plan.
func (v thinkView) data() thinkData {
	d := thinkData{
		Profile: v.Profile, Guidance: v.Guidance, Dashboard: v.Dashboard, Entities: v.Entities.Think(),
		LastTurn: v.Reasoning.LastTurns(v.Entities), Curation: v.Curation.Text(), Conversation: v.Talk.Brief(v.Program),
		Message: v.Message, Mentioned: slices.Clone(v.Mentioned), Today: v.Today, Mode: v.Mode, MaxSteps: v.MaxSteps,
		Active: len(v.Entities.Active()) + len(v.Entities.Retained()), Unsaved: v.unsaved(),
	}
	if v.Talk.Pending != nil && !v.Program { // in the program it is a part of the conversation
		d.Pending = v.Talk.Pending.Asked(false)
	}
	for _, text := range []*pipeline.Pieces{&d.Profile, &d.Guidance, &d.Entities, &d.LastTurn, &d.Curation,
		&d.Conversation, &d.Pending, &d.Message} {
		*text = untagged(*text)
	}
	for i, m := range d.Mentioned {
		d.Mentioned[i] = untagged(m)
	}
	return d
}

// unsaved returns the number of unsaved artefacts. The program counts those that it lists.
func (v view) unsaved() int {
	if v.Program {
		return len(v.Entities.Generated())
	}
	return len(v.Entities.Unsaved())
}

// tags matches the beginning of a tag that delimits a part of Think's prompt.
var tags = regexp.MustCompile(`(?i)<(/?\s*(?:session_context|conversation_history|immediate_task))`)

// untagged returns a text that cannot open or close a part of the prompt.
func untagged(p pipeline.Pieces) pipeline.Pieces {
	escape := func(s string) string { return tags.ReplaceAllString(s, "&lt;$1") }
	if s := p.String(); tags.MatchString(s) {
		return p.Rewritten(escape(s), escape)
	}
	return p
}

// data returns the input of one query: all tables, and the conversation if the message was not interpreted.
func (v quickView) data() quickData {
	d := quickData{
		Message: v.Message, Intent: v.Intent, Subdomain: v.Subdomain, Schema: memory.Schema(v.Subdomain),
		Today: v.Today, Entities: v.Entities.RefsAndLabels(),
	}
	if v.Subdomain == "" {
		d.Schema, d.Conversation = memory.Schema(memory.Kitchen().Subdomains()...), v.Talk.Brief(v.Program)
	}
	return d
}

// data returns what the user may learn.
func (v replyView) data() replyData {
	var entities pipeline.Pieces
	if len(v.Entities.All) > 0 {
		entities = v.Entities.Reply()
	}
	return replyData{
		Message: v.Message, Goal: v.Goal, Entities: entities, Generated: v.Entities.Drafts(),
		Conversation: v.Talk.Brief(v.Program), Flow: v.Reasoning.Flow(v.Entities), Done: v.done(), Failed: v.Failed,
	}
}

// done returns what each step did.
func (v replyView) done() pipeline.Pieces {
	var steps []memory.StepDone
	for i, s := range v.Steps {
		if i < len(v.Done) || !v.Program {
			steps = append(steps, memory.StepDone{Type: s.Type, Subdomain: s.Subdomain, Description: s.Description})
		}
	}
	for i, o := range v.Done {
		if i == len(steps) {
			steps = append(steps, memory.StepDone{})
		}
		steps[i].Done, steps[i].Outcome = true, o
	}
	return memory.Accomplished(steps, v.Entities)
}

// actData returns the data itself, for one action in a step.
func (p *prompts) actData(v actView) (actData, error) {
	kind := actKind{Subdomain: v.Step.Subdomain, Type: v.Step.Type}
	header, err := rendered(p.actHeader, kind)
	if err != nil {
		return actData{}, err
	}
	examples, err := rendered(p.actExample, kind)
	if err != nil {
		return actData{}, err
	}
	d := actData{
		actKind: kind, Program: v.Program, MaxCalls: maxResults,
		Header: header, Examples: examples, Schema: v.schema(), Database: usesDatabase(v.Step.Type),
		Number: v.Index + 1, Of: v.Steps, Goal: v.Goal, Task: v.Step.Description,
		Calls: v.Calls, Today: v.Today, Note: v.Note,
		Message: v.Message, Batch: v.Batch, Profile: headed("## Profile", v.Profile),
		Guidance: headed("## Guidance for "+v.Step.Subdomain, v.Guidance),
		PrevTurn: memory.TurnResultsText(v.Results), Before: memory.StepResultsText(v.Before),
		This:         memory.ResultsText(v.This.Results),
		Entities:     v.Entities.Act(v.Results, v.results()),
		Artifacts:    v.Entities.Contents(),
		Conversation: v.Talk.Brief(v.Program),
	}
	return d.numbered(), nil
}

// headed returns a text under a heading; nothing if it is empty.
func headed(heading string, text pipeline.Pieces) pipeline.Pieces {
	if len(text) == 0 {
		return nil
	}
	return pipeline.JoinPieces(pipeline.TextSource{}.Of(heading+paragraph), text)
}

// schema returns the tables of the step's subdomain, and of those that the model requested.
func (v actView) schema() pipeline.Pieces {
	if !usesDatabase(v.Step.Type) {
		return nil
	}
	return memory.Schema(append([]string{v.Step.Subdomain}, v.Asked...)...)
}

// results returns the results of this turn so far.
func (v actView) results() []memory.Result {
	var all []memory.Result
	for _, o := range v.Before {
		all = append(all, o.Results...)
	}
	return append(all, v.This.Results...)
}
