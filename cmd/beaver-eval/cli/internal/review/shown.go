package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/pending"
)

// mostCases is how many cases of a group can be viewed one by one.
const mostCases = 500

// shown returns the groups for display, with their calls, and with open to edit a group's file.
func (r *reviewed) shown(calls *SentCases, open func(*edit.Group) (Program, string)) []Group {
	var all []Group
	for _, g := range r.groups {
		if g.edit == nil {
			all = append(all, g.shownCases(calls))
			continue
		}
		group := r.shownEdit(calls, g.edit)
		group.Edit = func() (Program, string) { return open(g.edit) }
		all = append(all, group)
	}
	return all
}

// shownEdit returns a group of edits with its calls.
func (r *reviewed) shownEdit(s *SentCases, g *edit.Group) Group {
	text := &Text{}
	changes.WriteGroup(text, g, true)
	group := Group{ID: cells.ShortID(g), Title: cells.Heading(g), Body: text}
	take := edit.Choose(r.edits, g.ID)
	seen := map[edit.Ref]bool{}
	for _, id := range append([]string{g.ID}, g.Of...) {
		for _, b := range r.behind[id] {
			if seen[b.Ref] || !isOf(&b.part, take) {
				continue
			}
			seen[b.Ref] = true
			name := b.Suite + "/" + b.Case + "/" + b.Path
			group.Calls = append(group.Calls, Call{Name: name, Body: func(whole bool) *Text {
				return shownCall(s, r.edits, g, b.Ref, whole)
			}})
		}
	}
	group.More = max(0, g.Calls-len(group.Calls))
	return group
}

// isOf reports whether take selects an edit of a part.
func isOf(p *edit.Part, take edit.Take) bool {
	return len(p.Hunks) == 0 && take(p, edit.Atom{}) ||
		slices.ContainsFunc(p.Hunks, func(h edit.Hunk) bool {
			return slices.ContainsFunc(h.Atoms, func(a edit.Atom) bool { return take(p, a) })
		})
}

// shownCall returns a whole call, with the edits of one group and of the others; nil: nobody waits for it.
func shownCall(s *SentCases, all []edit.Group, g *edit.Group, at edit.Ref, whole bool) *Text {
	c, err := s.Of(at.Suite, at.Case)
	if c == nil {
		return shownError(err)
	}
	text := shownErrors(c)
	call := c.Call(at.Path)
	if call == nil {
		fmt.Fprintf(text, "this call is gone: run again\n")
		return text
	}
	groups := newGroupOf(all, g)
	for i := range c.Edits {
		if c.Edits[i].Path == at.Path {
			call.Parts = append(call.Parts, groups.part(&c.Edits[i]))
		}
	}
	WriteArray(text, call, whole)
	return text
}

// groupOf finds the groups of a part's edits.
type groupOf struct {
	own    edit.Take // of the group being viewed
	others map[string]edit.Take
}

// newGroupOf returns a groupOf for viewing one of the groups, with the shown ids of the others.
func newGroupOf(all []edit.Group, own *edit.Group) *groupOf {
	g := &groupOf{own: edit.Choose(all, own.ID), others: map[string]edit.Take{}}
	for i := range all {
		if all[i].ID != own.ID {
			g.others[cells.ShortID(&all[i])] = edit.Choose(all, all[i].ID)
		}
	}
	return g
}

// part returns a part with its groups.
func (g *groupOf) part(p *edit.Part) ArrayPart {
	found := ArrayPart{Part: *p, Own: isOf(p, g.own)}
	for _, id := range slices.Sorted(maps.Keys(g.others)) {
		if isOf(p, g.others[id]) {
			found.Others = append(found.Others, id)
		}
	}
	return found
}

// shownError says why a case cannot be shown; nil if it can.
func shownError(err error) *Text {
	if err == nil || errors.Is(err, context.Canceled) {
		return nil
	}
	text := &Text{}
	fmt.Fprintf(text, "%v\n", err)
	return text
}

// shownErrors begins a text with the errors that stopped a case.
func shownErrors(c *SentCase) *Text {
	text := &Text{}
	for _, err := range c.Errors {
		fmt.Fprintf(text, "%v\n", err)
	}
	return text
}

// shownCases returns a group of cases taken as a whole.
func (g *decidable) shownCases(s *SentCases) Group {
	n := wording.Number(len(g.cases), "case")
	title := fmt.Sprintf("new: %s of %s without a golden", wording.Number(g.calls, "prompt"), n)
	switch g.whole {
	case pending.Missing:
		title = fmt.Sprintf("missing: %s of %s, whose case is gone; accepting removes them",
			wording.Number(g.calls, "prompt"), wording.Number(len(g.cases), "golden"))
	case pending.Forms:
		title = "forms: request bodies of " + n + " differ, and their prompts do not"
	}
	group := Group{ID: string(g.whole), Title: title, Body: &Text{}, More: max(0, len(g.cases)-mostCases)}
	fmt.Fprintf(group.Body, "%s\n", title)
	for _, c := range g.cases[:min(len(g.cases), mostCases)] {
		what := strings.Join(c.Forms, ", ")
		if g.whole != pending.Forms {
			what = wording.Number(c.Calls, "prompt")
		}
		fmt.Fprintf(group.Body, "  %s/%s: %s\n", c.Suite, c.Case, what)
		if g.whole != pending.Forms {
			group.Calls = append(group.Calls, Call{Name: c.Suite + "/" + c.Case,
				Body: func(whole bool) *Text { return shownCase(s, c.Suite, c.Case, whole) }})
		}
	}
	if group.More > 0 {
		fmt.Fprintf(group.Body, "  … and %s\n", wording.Number(group.More, "more case"))
	}
	return group
}

// shownCase returns all calls of a case that is new or missing; nil: nobody waits for it.
func shownCase(s *SentCases, suite, id string, whole bool) *Text {
	c, err := s.Of(suite, id)
	if c == nil {
		return shownError(err)
	}
	text := shownErrors(c)
	for i, path := range c.Paths() {
		if i > 0 {
			fmt.Fprintln(text)
		}
		fmt.Fprintf(text, "=== %s\n", printable.Line(path))
		call := c.Call(path)
		call.Brief = true
		WriteArray(text, call, whole)
	}
	return text
}
