package ci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Limits for edits on a page, which has room for less.
const (
	mostEdits = 500
	mostPaths = 3 // calls named in an entry

	mostOfLine = 80 // characters of a long line on either side of a difference
	mostOpen   = 3  // edits whose words are shown unfolded
)

// changedPrompts has an entry for each edit, in the order of reach, with its words folded: an edit of a template is one
// line in hundreds of calls. Calls of cases without a golden, and of goldens without a case, are summed up.
type changedPrompts struct {
	section
	calls   int // with a changed prompt
	without map[result.PromptStatus]*difference
}

// difference is a common property of calls that no edit explains.
type difference struct {
	calls int
	first []string // names of the first calls, at most mostPaths
}

func newChanged() *changedPrompts {
	return &changedPrompts{section: section{what: "edits"}, without: map[result.PromptStatus]*difference{}}
}

func (s *changedPrompts) addCase(c *rows.Case) {
	edited := map[string]bool{}
	for i := range c.Edits {
		edited[c.Edits[i].Path] = true
	}
	for _, change := range c.Differing() {
		s.calls++
		if edited[change.Path] {
			continue
		}
		d := s.without[change.Status]
		if d == nil {
			d = &difference{}
			s.without[change.Status] = d
		}
		if d.calls++; len(d.first) < mostPaths {
			d.first = append(d.first, code(c.Suite+"/"+c.Case+"/"+change.Path))
		}
	}
}

// end makes the entries.
func (s *changedPrompts) end(seen *overview.Overview) {
	s.head = fmt.Sprintf("### Changed prompts\n\n%s. "+
		"Each edit is listed once, with the first calls that it reaches.\n\n",
		wording.Number(s.calls, "call")+wording.Plural(s.calls, " differs from its golden",
			" differ from their goldens"))
	groups := seen.Groups()
	for i := range groups[:min(mostEdits, len(groups))] {
		s.add(editEntry(&groups[i], i < mostOpen))
	}
	s.more += max(0, len(groups)-mostEdits)
	for _, status := range []result.PromptStatus{result.New, result.Missing, result.Conflicted, result.Changed} {
		if d := s.without[status]; d != nil {
			s.add(string(status) + " " + markdownNamed(d.first, d.calls-len(d.first)) + "\n\n")
		}
	}
}

// editEntry shows the place, reach and words of an edit.
func editEntry(g *edit.Group, open bool) string {
	title := code(cells.ShortID(g)) + " " + code(g.Title()) + ": " + cells.Reach(g)
	first, more := cells.Calls(g)
	for i := range first {
		first[i] = code(first[i])
	}
	body := "in " + markdownNamed(first, more) + "\n\n"
	if lines := cells.InContext(g.Hunks, mostOfLine); len(lines) > 0 {
		body = diffBlock(strings.Join(lines, "\n")+"\n") + "\n" + body
	}
	for _, note := range slices.Backward(cells.EditNotes(g)) {
		body = code(note) + "\n\n" + body
	}
	fold := "<details>"
	if open {
		fold = "<details open>"
	}
	return fold + "<summary>" + title + "</summary>\n\n" + body + "</details>\n\n"
}

// markdownNamed returns names, and how many more there are.
func markdownNamed(first []string, more int) string {
	text := strings.Join(first, ", ")
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
