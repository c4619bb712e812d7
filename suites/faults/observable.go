package faults

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// thing is one observable part of a run: a request, a decision, a fallback, a reply, or what a turn keeps.
type thing struct {
	name    string
	request *pipeline.Request
	text    string // of anything else
}

// Decision identifies the failing requests of one stage.
type Decision struct {
	Path  string // of its first request
	Stage string
	From  int // the first request that failed, from 1
}

// ask reports whether an entry is one of the failing requests.
func (d Decision) ask(e pipeline.Entry) bool {
	return e.Kind == pipeline.EntryCall && pipeline.DecisionOf(e.Path) == d.Path && e.Try >= d.From
}

// Asks returns the failing requests of a run, in order.
func (d Decision) Asks(ran *runner.Ran) []pipeline.Entry {
	return slices.DeleteFunc(slices.Clone(ran.Log), func(e pipeline.Entry) bool { return !d.ask(e) })
}

// Reports returns what a run reports of these requests: rejected answers, then a fallback.
func (d Decision) Reports(ran *runner.Ran) []pipeline.Entry {
	var found []pipeline.Entry
	asked := map[string]bool{}
	for _, e := range ran.Log {
		switch {
		case d.ask(e):
			asked[e.Path] = true
		case d.report(e) && (asked[e.Path] || len(asked) > 0 && e.Path == PlaceOf(d.Path)):
			found = append(found, e)
		}
	}
	return found
}

// report reports whether an entry says that an answer of the stage could not be used. A budget that has run out is no
// answer's fault.
func (d Decision) report(e pipeline.Entry) bool {
	if e.Stage != d.Stage {
		return false
	}
	return e.Kind == pipeline.EntryRejected ||
		e.Kind == pipeline.EntryFallback && e.Fallback.Reason != pipeline.ToolBudget
}

// ReasonOf returns the reason of a report.
func ReasonOf(report pipeline.Entry) pipeline.Reason {
	if report.Kind == pipeline.EntryRejected {
		return report.Failure.Reason
	}
	return report.Fallback.Reason
}

// PlaceOf returns the place in which a call was made.
func PlaceOf(path string) string { return path[:max(0, strings.LastIndex(path, "/"))] }

// Within reports whether a path lies in a place or below it.
func Within(path, place string) bool {
	return place != "" && (path == place || strings.HasPrefix(path, place+"/"))
}

// view selects parts of a run.
type view struct {
	but     Decision
	decided bool   // includes the decision's value
	without string // a turn that is left out; empty: none
	depth   int    // only requests that are no deeper; 0: everything
}

// things returns the visible parts of a run, in the order of the tree, then its replies.
func (v view) things(ran *runner.Ran) []thing {
	var all []thing
	reports := v.but.Reports(ran)
	for _, e := range ran.Log {
		deeper := v.depth > 0 && (e.Kind != pipeline.EntryCall || e.Depth > v.depth)
		if deeper || Within(e.Path, v.without) || v.but.ask(e) {
			continue
		}
		switch e.Kind {
		case pipeline.EntryCall:
			x, _ := ran.Calls.At(e.Path)
			all = append(all, thing{name: "the request " + e.Path, request: &x.Request})
		case pipeline.EntryDecided:
			if v.decided || e.Stage != v.but.Stage || pipeline.DecisionOf(e.Path) != v.but.Path {
				all = append(all, thing{name: "the decision of " + e.Stage + " at " + e.Path, text: string(e.Value)})
			}
		case pipeline.EntryFallback:
			if !slices.ContainsFunc(reports, func(r pipeline.Entry) bool { return r.Fallback == e.Fallback }) {
				f := e.Fallback
				text := fmt.Sprintf("%s after %d tries %s", f.Reason, f.Tries, f.Detail)
				all = append(all, thing{name: "the fallback of " + e.Stage + " at " + e.Path, text: text})
			}
		}
	}
	for _, o := range ran.Outcomes {
		if v.depth > 0 || o.Place == v.without {
			continue
		}
		for i, r := range o.Replies {
			name := fmt.Sprintf("reply %d of %s", i+1, o.Place)
			if r.To != "" {
				name += " to " + r.To
			}
			all = append(all, thing{name: name, text: r.Text})
		}
		if state, err := jsonvalue.Marshal(o.State); err == nil && o.State != nil {
			all = append(all, thing{name: "the state after " + o.Place, text: string(state)})
		}
	}
	return all
}

// comparison names two runs and compares them.
type comparison struct {
	got, want string              // "in the faulted run", "in the declared run"
	plain     func(string) string // makes texts comparable; nil: they are compared as they are
}

// first returns the first difference between two runs; empty: none.
func (c comparison) first(got, want []thing) string {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			return want[i].name + " is only " + c.want
		case i >= len(want):
			return got[i].name + " is only " + c.got
		case got[i].name != want[i].name:
			if slices.ContainsFunc(want, func(t thing) bool { return t.name == got[i].name }) {
				return want[i].name + " is only " + c.want
			}
			return got[i].name + " is only " + c.got
		}
		if what := c.thing(got[i], want[i]); what != "" {
			return what
		}
	}
	return ""
}

func (c comparison) thing(got, want thing) string {
	if got.request == nil {
		if c.same(got.text, want.text) {
			return ""
		}
		return fmt.Sprintf("%s: %s %s, %s %s", got.name, shortText(got.text), c.got, shortText(want.text), c.want)
	}
	if part := c.request(got.request, want.request); part != "" {
		return got.name + ": " + part + " differs"
	}
	return ""
}

// request returns the first difference between two requests. Provenance of text is not compared.
func (c comparison) request(got, want *pipeline.Request) string {
	part, differ := differing(got, want)
	if differ && c.plain != nil {
		part, differ = differing(c.plainRequest(got), c.plainRequest(want))
	}
	switch {
	case differ:
		return nameOf(part)
	case got.Model != want.Model || !reflect.DeepEqual(got.Options, want.Options):
		return "a model or option"
	}
	return ""
}

// plainRequest returns a request with comparable texts.
func (c comparison) plainRequest(req *pipeline.Request) *pipeline.Request {
	plain := *req
	plain.Messages = pipeline.CloneMessages(req.Messages)
	for i := range plain.Messages {
		for j, s := range plain.Messages[i].Sections {
			plain.Messages[i].Sections[j] = pipeline.Section{Name: s.Name, Text: c.plain(s.Text)}
		}
	}
	return &plain
}

func (c comparison) same(got, want string) bool {
	return got == want || c.plain != nil && c.plain(got) == c.plain(want)
}

// shortText returns a text in quotes, shortened if it is long.
func shortText(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return fmt.Sprintf("%q", text)
}
