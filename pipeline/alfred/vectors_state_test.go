package alfred

import (
	"encoding/json"
	"sort"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// The state of the program, as vectors write it down, in the types of package memory.

func said(s string) pipeline.Pieces { return pipeline.CaseText("turn").Of(s) }

type vectorTurn struct {
	User      string `json:"user"`
	Assistant string `json:"assistant"`
	Summary   string `json:"assistant_summary"`
}

type vectorDecision struct {
	Turn   int    `json:"turn"`
	Ref    string `json:"ref"`
	Action string `json:"action"`
	Reason string `json:"reason"`
}

type vectorPending struct {
	Type      string   `json:"type"`
	Goal      string   `json:"goal"`
	Questions []string `json:"questions"`
	Proposal  string   `json:"proposal_message"`
}

type vectorSummary struct {
	Turn     int    `json:"turn_num"`
	Decision string `json:"think_decision"`
	Goal     string `json:"think_goal"`
	Steps    []struct {
		Num         int      `json:"step_num"`
		Type        string   `json:"step_type"`
		Subdomain   string   `json:"subdomain"`
		Description string   `json:"description"`
		Outcome     string   `json:"outcome"`
		Entities    []string `json:"entities_involved"`
		Note        string   `json:"note"`
	} `json:"steps"`
	Curation  vectorCuration `json:"entity_curation"`
	Phase     string         `json:"conversation_phase"`
	Expressed string         `json:"user_expressed"`
}

type vectorCuration struct {
	Retained []string          `json:"retained"`
	Demoted  []string          `json:"demoted"`
	Reasons  map[string]string `json:"reasons"`
}

type vectorConversation struct {
	Done       int              `json:"current_turn"`
	Engagement string           `json:"engagement_summary"`
	History    string           `json:"history_summary"`
	Turns      []vectorTurn     `json:"recent_turns"`
	Decisions  []vectorDecision `json:"understand_decision_log"`
	Pending    *vectorPending   `json:"pending_clarification"`
	Summaries  []vectorSummary  `json:"turn_summaries"`
	Earlier    string           `json:"reasoning_summary"`
}

func (v vectorConversation) talk() memory.Conversation {
	c := memory.Conversation{Done: v.Done, Engagement: said(v.Engagement), History: said(v.History)}
	for _, t := range v.Turns {
		c.Turns = append(c.Turns,
			memory.Turn{User: said(t.User), Assistant: said(t.Assistant), Summary: said(t.Summary)})
	}
	for _, d := range v.Decisions {
		c = c.Log(memory.Decision{Turn: d.Turn, Ref: said(d.Ref), Action: d.Action, Reason: said(d.Reason)})
	}
	if p := v.Pending; p != nil {
		c.Pending = &memory.Pending{Type: p.Type, Goal: said(p.Goal), Proposal: said(p.Proposal)}
		for _, q := range p.Questions {
			c.Pending.Questions = append(c.Pending.Questions, said(q))
		}
	}
	return c
}

func (v vectorConversation) reasoning() memory.Reasoning {
	return memory.Reasoning{Turns: summariesOf(v.Summaries), Earlier: said(v.Earlier)}
}

func summariesOf(all []vectorSummary) []memory.TurnSummary {
	var turns []memory.TurnSummary
	for _, s := range all {
		t := memory.TurnSummary{Turn: s.Turn, Decision: s.Decision, Goal: said(s.Goal), Phase: s.Phase,
			Expressed: said(s.Expressed), Curation: s.Curation.curation()}
		for _, x := range s.Steps {
			t.Steps = append(t.Steps, memory.StepSummary{Num: x.Num, Type: x.Type, Subdomain: x.Subdomain,
				Description: said(x.Description), Outcome: said(x.Outcome), Entities: x.Entities, Note: said(x.Note)})
		}
		turns = append(turns, t)
	}
	return turns
}

func (v vectorCuration) curation() memory.Curation {
	var c memory.Curation
	for _, ref := range v.Retained {
		c.Retained = append(c.Retained, memory.Retained{Ref: said(ref), Reason: said(v.Reasons[ref])})
	}
	for _, ref := range v.Demoted {
		c.Demoted = append(c.Demoted, said(ref))
	}
	return c
}

// outcomeOf is what a step left behind: a list of the program's tuples, or data.
func outcomeOf(t *trial, raw json.RawMessage) memory.Outcome {
	t.Helper()
	list, isList := valueOf(t, raw).([]any)
	if !isList {
		return memory.Outcome{Data: raw, From: pipeline.CaseText("step")}
	}
	var o memory.Outcome
	for _, v := range list {
		tuple, ok := v.([]any)
		if !ok || len(tuple) < 2 || len(tuple) > 3 {
			return memory.Outcome{Data: raw, From: pipeline.CaseText("step")}
		}
		o.Results = append(o.Results, resultOf(t, tuple))
	}
	return o
}

// resultOf is a tuple (tool, table, data), or (name, data).
func resultOf(t *trial, tuple []any) memory.Result {
	t.Helper()
	r := memory.Result{Data: record.Marshal(tuple[len(tuple)-1]), From: pipeline.CaseText("step")}
	var isText bool
	if r.Tool, isText = tuple[0].(string); !isText {
		t.Fatalf("a tuple without a tool: %v", tuple)
	}
	if len(tuple) == 3 {
		r.Table, _ = tuple[1].(string)
	}
	return r
}

// outcomesOf returns the steps of a turn by index; a missing one is empty.
func outcomesOf(t *trial, steps map[string]json.RawMessage) []memory.Outcome {
	t.Helper()
	var all []memory.Outcome
	for _, n := range numbers(t, steps) {
		for len(all) < n {
			all = append(all, memory.Outcome{})
		}
		all = append(all, outcomeOf(t, steps[strconv.Itoa(n)]))
	}
	return all
}

// turnResultsOf returns the kept results of turns.
func turnResultsOf(t *trial, turns map[string]json.RawMessage) []memory.TurnResults {
	t.Helper()
	var all []memory.TurnResults
	for _, n := range numbers(t, turns) {
		steps := into[map[string]json.RawMessage](t, turns[strconv.Itoa(n)])
		kept := memory.TurnResults{Turn: n}
		for _, i := range numbers(t, steps) {
			kept.Steps = append(kept.Steps, into[memory.Serialized](t, steps[strconv.Itoa(i)]))
		}
		all = append(all, kept)
	}
	return all
}

// numbers returns the keys of a map, as sorted numbers.
func numbers[V any](t *trial, m map[string]V) []int {
	t.Helper()
	var all []int
	for k := range m {
		n, err := strconv.Atoi(k)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	sort.Ints(all)
	return all
}
