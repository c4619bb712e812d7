package reviewing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/reviewing/dialog"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/screen"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/waiting"
)

// mostCases is how many cases of a group can be looked at one by one.
const mostCases = 500

// shown are the groups as a person sees them.
func (r *reviewed) shown() []dialog.Group {
	var all []dialog.Group
	for _, g := range r.groups {
		if g.edit != nil {
			all = append(all, r.shownEdit(g.edit))
		} else {
			all = append(all, g.shownCases())
		}
	}
	return all
}

// shownEdit is a group of edits with the calls behind it.
func (r *reviewed) shownEdit(g *edit.Group) dialog.Group {
	text := &dialog.Text{}
	changes.WriteGroup(text, g, true)
	group := dialog.Group{ID: cells.ShortID(g), Title: cells.Heading(g), Body: text}
	take := edit.Choose(r.edits, g.ID)
	calls := map[edit.Ref][]edit.Part{}
	var order []edit.Ref
	for _, id := range append([]string{g.ID}, g.Of...) {
		for _, b := range r.behind[id] {
			if !isOf(&b.part, take) {
				continue
			}
			if calls[b.Ref] == nil {
				order = append(order, b.Ref)
			}
			calls[b.Ref] = append(calls[b.Ref], b.part)
		}
	}
	for _, at := range order {
		name := at.Suite + "/" + at.Case + "/" + at.Path
		group.Calls = append(group.Calls, dialog.Call{Name: name, Body: func() *dialog.Text {
			return shownCall(at, calls[at])
		}})
	}
	group.More = max(0, g.Calls-len(order))
	return group
}

// isOf reports whether an edit of a part is taken.
func isOf(p *edit.Part, take edit.Take) bool {
	return len(p.Hunks) == 0 && take(p, edit.Atom{}) ||
		slices.ContainsFunc(p.Hunks, func(h edit.Hunk) bool {
			return slices.ContainsFunc(h.Atoms, func(a edit.Atom) bool { return take(p, a) })
		})
}

// shownCall is what a group does to a call: the group as it were if there were no other call.
func shownCall(at edit.Ref, parts []edit.Part) *dialog.Text {
	var one edit.Groups
	one.Add(at.Suite, at.Case, parts)
	text := &dialog.Text{}
	for _, g := range one.List() {
		changes.WriteGroup(text, &g, true)
	}
	return text
}

// shownCases is a group of cases that are taken as a whole.
func (g *decidable) shownCases() dialog.Group {
	n := plural.Number(len(g.cases), "case")
	title := fmt.Sprintf("new: %s of %s without a golden", plural.Number(g.calls, "prompt"), n)
	switch g.whole {
	case waiting.Missing:
		title = fmt.Sprintf("missing: %s of %s, whose case is gone; accepted, they are removed",
			plural.Number(g.calls, "prompt"), plural.Number(len(g.cases), "golden"))
	case waiting.Forms:
		title = "forms: requests in providers' forms of " + n + " differ, and their prompts do not"
	}
	group := dialog.Group{ID: string(g.whole), Title: title, Body: &dialog.Text{}, More: max(0, len(g.cases)-mostCases)}
	fmt.Fprintf(group.Body, "%s\n", title)
	for _, c := range g.cases[:min(len(g.cases), mostCases)] {
		what := strings.Join(c.Forms, ", ")
		if g.whole != waiting.Forms {
			what = plural.Number(c.Calls, "prompt")
		}
		fmt.Fprintf(group.Body, "  %s/%s: %s\n", c.Suite, c.Case, what)
		if c.Changes != nil {
			group.Calls = append(group.Calls, dialog.Call{Name: c.Suite + "/" + c.Case, Body: func() *dialog.Text {
				return shownCase(&c)
			}})
		}
	}
	if group.More > 0 {
		fmt.Fprintf(group.Body, "  … and %s\n", plural.Number(group.More, "more case"))
	}
	return group
}

// shownCase is all that is new or missing in a case.
func shownCase(c *waiting.Case) *dialog.Text {
	text := &dialog.Text{}
	for _, change := range c.Changes() {
		fmt.Fprintf(text, "%s\n", change)
		screen.Diff(text, strings.Split(strings.TrimSuffix(change.Text, "\n"), "\n"))
	}
	return text
}
