package faults

import (
	"fmt"
	"maps"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// breaks judges a run that violates an invariant, whatever the fault, and reports whether it does.
func (a *attempt) breaks(ran *runner.Ran) bool {
	why := badRequest(ran)
	if why == "" {
		why = unansweredUser(ran, a.of.Intended())
	}
	if why != "" {
		a.is(result.VerdictError, why)
	}
	return why != ""
}

// badRequest finds a request with an empty system message, or one sent twice in one place without a request below it in
// between; empty: none. A request below may bring a place back to its earlier state, as a repeated scripted summary
// does.
func badRequest(ran *runner.Ran) string {
	seen := map[string]map[string]string{} // place → stage and digest → path
	for _, e := range ran.Log {
		if e.Kind != pipeline.EntryCall {
			continue
		}
		x, _ := ran.Calls.At(e.Path)
		for _, m := range x.Request.Messages {
			if m.Role == pipeline.RoleSystem && strings.TrimSpace(m.Content()) == "" {
				return "the request " + e.Path + " has an empty system message"
			}
		}
		place, key := PlaceOf(e.Path), e.Stage+" "+model.Digest(x.Request)
		maps.DeleteFunc(seen, func(above string, _ map[string]string) bool {
			return above != place && Within(place, above)
		})
		if seen[place] == nil {
			seen[place] = map[string]string{}
		}
		before, twice := seen[place][key]
		if twice && pipeline.DecisionOf(before) != pipeline.DecisionOf(e.Path) {
			return fmt.Sprintf("the request %s repeats that of %s", e.Path, before)
		}
		seen[place][key] = e.Path
	}
	return ""
}

// unansweredUser finds a turn in which the user reads nothing but should have read something; empty: none.
func unansweredUser(ran, intended *runner.Ran) string {
	reads := map[string]bool{}
	for _, o := range intended.Outcomes {
		reads[o.Place] = says(o)
	}
	for _, o := range ran.Outcomes {
		if reads[o.Place] && !says(o) {
			return "the user gets no answer in " + o.Place
		}
	}
	if len(ran.Outcomes) < len(intended.Outcomes) {
		return fmt.Sprintf("%d of %d turns end", len(ran.Outcomes), len(intended.Outcomes))
	}
	return ""
}

// says reports whether a turn gave an answer, or said that there is none.
func says(o trace.Outcome) bool {
	for _, r := range o.Replies {
		if r.Kind == pipeline.ReplySilent || strings.TrimSpace(r.Text) != "" {
			return true
		}
	}
	return false
}
