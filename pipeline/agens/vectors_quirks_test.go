package agens

import (
	"slices"
	"strings"
)

// quirk is a rule by which the program differs, with the fields of events and the sections that show it.
type quirk struct {
	rule string
	keys []string
}

var (
	quirkPrevious = quirk{"Q1", []string{"previous_result", "## Previous Result"}}
	quirkRetries  = quirk{"Q2", []string{"retries", "retry_reason", "## Retry"}}
	quirkResults  = quirk{"Q3", []string{"tool_result_ids", "## Tool Calls", "## Tool Results"}}
	quirkCalls    = quirk{"G3, all calls", []string{"## Tool Calls"}}
	quirkReason   = quirk{"G3, retry", []string{"retry_reason", "## Retry"}}
	quirkNext     = quirk{"a next that is no list", []string{"next"}} // the project shows it as none
)

// progress is how far a job is, by its events: what the program remembers or forgets from here on.
type progress struct {
	retried, called  bool // in this visit
	rounds           int  // of tools in this visit
	counted, kept    bool // retries and results of an earlier visit
	resulted, tooled bool // the last event: a result, a tool call
	behind           bool // tools were called after a retry
}

// after goes on to an event.
func (p *progress) after(event any) {
	switch event {
	case eventNodeStarted:
		if p.resulted { // and no retry: another visit
			*p = progress{counted: p.counted || p.retried, kept: p.kept || p.called}
		}
	case eventNodeRetry:
		p.retried, p.behind = true, false
	case "tool_call":
		if p.called, p.behind = true, p.retried; !p.tooled {
			p.rounds++
		}
	}
	p.resulted, p.tooled = event == eventNodeResult, event == "tool_call"
}

// quirks returns the quirks that show at each event. Sorted events have lost their order: there each holds for all.
func (in *jobVector) quirks(events []map[string]any, sorted bool) [][]quirk {
	each := make([][]quirk, len(events))
	var p progress
	for i, e := range events {
		p.after(e["event"])
		for _, q := range []struct {
			holds bool
			quirk
		}{
			{p.retried, quirkPrevious},
			{p.counted, quirkRetries},
			{p.kept, quirkResults},
			{p.rounds > 1, quirkCalls},
			{p.behind, quirkReason},
			{e["event"] == eventNodeResult && in.badNext(e["node_id"]), quirkNext},
		} {
			if q.holds {
				each[i] = append(each[i], q.quirk)
			}
		}
	}
	if sorted {
		all := slices.Concat(each...)
		for i := range each {
			each[i] = all
		}
	}
	return each
}

// badNext reports whether a node's host gives a next that is no list.
func (in *jobVector) badNext(node any) bool {
	name, _ := node.(string)
	return slices.ContainsFunc(in.Script[name], func(says any) bool {
		result, _ := scripted(says)["ok"].(map[string]any)
		_, isList := result["next"].([]any)
		return result["next"] != nil && !isList
	})
}

// forgotten returns the fields and headings that quirks name.
func forgotten(quirks []quirk) (keys []string) {
	for _, q := range quirks {
		keys = append(keys, q.keys...)
	}
	return keys
}

// rulesOf names the rules of quirks, each once.
func rulesOf(quirks [][]quirk) string {
	var rules []string
	for _, q := range slices.Concat(quirks...) {
		rules = append(rules, q.rule)
	}
	slices.Sort(rules)
	return strings.Join(slices.Compact(rules), ", ")
}
