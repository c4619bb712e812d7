package markdown

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// What is looked at for a page. It has room for less.
const (
	mostChanges     = 5000 // changed calls
	mostDifferences = 500  // of them that are not the same
	mostPaths       = 3    // calls that an entry names
)

// changedPrompts has an entry for each difference between prompts and goldens, with the diff to unfold. One that many
// calls have stands there once: an edit of a template is one line in hundreds of calls.
type changedPrompts struct {
	section
	found       map[digest]*difference
	differences []*difference // in the order in which they came
	calls       int           // with another prompt
	later       int           // of them, or of their parts: not looked at
}

// difference is what some calls have in common.
type difference struct {
	status result.PromptStatus
	title  string
	diff   string // as a block of code; empty: there is none
	calls  int
	last   int      // that was counted
	first  []string // names of the first calls, at most mostPaths
}

func newChanged() *changedPrompts {
	return &changedPrompts{section: section{what: "differences"}, found: map[digest]*difference{}}
}

func (s *changedPrompts) addCase(c *rows.Case) {
	for _, change := range c.Differing() {
		s.calls++
		if s.calls > mostChanges || c.Undiffed > 0 && change.Text == "" {
			s.later++
			continue
		}
		name := code(c.Suite + "/" + c.Case + "/" + change.Path)
		for _, part := range diffParts(&change) {
			s.addPart(name, change.Status, part)
		}
	}
}

func (s *changedPrompts) addPart(name string, status result.PromptStatus, part diffPart) {
	key := part.sameness(status)
	d := s.found[key]
	if d == nil && len(s.differences) == mostDifferences {
		s.later++
		return
	}
	if d == nil {
		d = &difference{status: status, title: part.title}
		if part.text != "" {
			d.diff = diffBlock(part.text)
		}
		s.found[key], s.differences = d, append(s.differences, d)
	}
	if d.last == s.calls { // two messages of the call differ in the same way
		return
	}
	d.last = s.calls
	d.calls++
	if len(d.first) < mostPaths {
		d.first = append(d.first, name)
	}
}

// end makes the entries.
func (s *changedPrompts) end() {
	s.head = fmt.Sprintf("### Changed prompts\n\n%d calls have another prompt than their goldens. "+
		"What differs in the same way stands here once.\n\n", s.calls)
	for _, d := range s.differences {
		s.add(d.entry())
	}
	s.more += s.later
}

// entry says where a difference is, and shows it.
func (d *difference) entry() string {
	title := string(d.status) + " " + strings.Join(d.first, ", ")
	if more := d.calls - len(d.first); more > 0 {
		title += fmt.Sprintf(" and %d more", more)
	}
	if d.title != "" {
		title += " in " + code(d.title)
	}
	if d.diff == "" {
		return title + "\n\n"
	}
	return "<details><summary>" + title + "</summary>\n\n" + d.diff + "\n</details>\n\n"
}
