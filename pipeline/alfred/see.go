package alfred

import (
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
		LastTurn: v.Reasoning.LastTurns(), Curation: v.Curation.Text(), Conversation: v.Talk.Brief(v.Program),
		Message: v.Message, Mentioned: v.Mentioned, Today: v.Today, Mode: v.Mode, MaxSteps: v.MaxSteps,
		Active: len(v.Entities.Active()) + len(v.Entities.Retained()), Unsaved: len(v.Entities.Generated()),
	}
	if v.Talk.Pending != nil && !v.Program { // in the program it is a part of the conversation
		d.Pending = v.Talk.Pending.Asked(false)
	}
	return d
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
		Conversation: v.Talk.Brief(v.Program), Flow: v.Reasoning.Flow(), Done: v.done(), Failed: v.Failed,
	}
}

// done returns what each step did.
func (v replyView) done() pipeline.Pieces {
	steps := make([]memory.StepDone, len(v.Done))
	for i, o := range v.Done {
		steps[i] = memory.StepDone{Outcome: o}
		if i < len(v.Steps) {
			steps[i].Type, steps[i].Subdomain = v.Steps[i].Type, v.Steps[i].Subdomain
			steps[i].Description = v.Steps[i].Description
		}
	}
	return memory.Accomplished(steps, v.Program)
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
	return actData{
		actKind: kind, Header: header, Examples: examples, Schema: v.schema(), Database: usesDatabase(v.Step.Type),
		Number: v.Index + 1, Of: v.Steps, Goal: v.Step.Description, Calls: v.Calls, Today: v.Today, Note: v.Note,
		Message: v.Message, Batch: v.Batch, Profile: headed("## Profile", v.Profile),
		Guidance: headed("## Guidance for "+v.Step.Subdomain, v.Guidance),
		PrevTurn: memory.TurnResultsText(v.Results), Before: memory.StepResultsText(v.Before),
		This:         memory.ResultsText(v.This.Results),
		Entities:     v.Entities.Act(v.Results, v.results()),
		Artifacts:    v.Entities.Contents(),
		Conversation: v.Talk.Brief(v.Program),
	}, nil
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
