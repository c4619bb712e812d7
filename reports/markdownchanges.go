package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What is looked at for a page. It has room for less.
const (
	mostChanges     = 5000 // changed calls
	mostDifferences = 500  // of them that are not the same
	mostPaths       = 3    // calls that an entry names
)

// mdChanged has an entry for each difference between prompts and goldens, with the diff to unfold. One that many calls
// have stands there once: an edit of a template is one line in hundreds of calls.
type mdChanged struct {
	mdSection
	kept        []changeRow
	differences map[digest]*difference
	calls       int // with another prompt
	later       int // of them, or of their parts: not looked at
}

// difference is what some calls have in common.
type difference struct {
	status string
	title  string
	diff   string // as a block of code; empty: there is none
	calls  int
	last   int   // that was counted
	first  []int // of mdChanged.kept, ascending, at most mostPaths
	part   int   // of the first call
}

func newMdChanged() *mdChanged {
	return &mdChanged{mdSection: mdSection{what: "differences"}, differences: map[digest]*difference{}}
}

func (s *mdChanged) addCase(c *exportCase) {
	for _, change := range c.changes {
		if s.calls++; len(s.kept) < mostChanges {
			s.kept = append(s.kept, change)
		} else {
			s.later++
		}
	}
}

// close makes the entries, for which the diffs are looked up.
func (s *mdChanged) close(folder string) error {
	wanted := map[string][]int{}
	for i, change := range s.kept {
		wanted[change.Diff] = append(wanted[change.Diff], i)
	}
	err := findTexts(folder, wanted, func(digest, text string) {
		for _, i := range wanted[digest] {
			s.addParts(i, text)
		}
	})
	if err != nil {
		return err
	}
	s.head = fmt.Sprintf("### Changed prompts\n\n%d calls have another prompt than their goldens. "+
		"What differs in the same way stands here once.\n\n", s.calls)
	for _, d := range slices.SortedFunc(maps.Values(s.differences), compareDifferences) {
		s.add(s.entry(d))
	}
	s.more += s.later
	return nil
}

func (s *mdChanged) addParts(i int, diff string) {
	c := &s.kept[i]
	for n, part := range diffParts(c, diff) {
		key := part.sameness(c.Status)
		d := s.differences[key]
		if d == nil && len(s.differences) == mostDifferences {
			s.later++
			continue
		}
		if d == nil {
			d = &difference{status: c.Status, title: part.title, last: -1}
			if part.text != "" {
				d.diff = mdDiff(part.text)
			}
			s.differences[key] = d
		}
		d.add(i, n)
	}
}

// add counts a call by one of its parts, and keeps the first calls. Texts come in an order of their own.
func (d *difference) add(call, part int) {
	if d.last == call { // two messages of it differ in the same way
		return
	}
	d.last = call
	d.calls++
	at, _ := slices.BinarySearch(d.first, call)
	if at == 0 {
		d.part = part
	}
	d.first = slices.Insert(d.first, at, call)
	d.first = d.first[:min(len(d.first), mostPaths)]
}

func compareDifferences(a, b *difference) int {
	return cmp.Or(cmp.Compare(a.first[0], b.first[0]), cmp.Compare(a.part, b.part))
}

// entry says where a difference is, and shows it.
func (s *mdChanged) entry(d *difference) string {
	paths := make([]string, 0, mostPaths)
	for _, i := range d.first {
		c := &s.kept[i]
		paths = append(paths, mdCode(c.Suite+"/"+c.Case+"/"+c.Path))
	}
	title := d.status + " " + strings.Join(paths, ", ")
	if more := d.calls - len(paths); more > 0 {
		title += fmt.Sprintf(" and %d more", more)
	}
	if d.title != "" {
		title += " in " + mdCode(d.title)
	}
	if d.diff == "" {
		return title + "\n\n"
	}
	return "<details><summary>" + title + "</summary>\n\n" + d.diff + "\n</details>\n\n"
}
