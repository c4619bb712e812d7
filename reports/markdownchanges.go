package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites"
)

// mostReasons is how many reasons or parts a page shows of one entry: so many of the longest fit into what a section is promised.
const mostReasons = 3

// mdFailing has an entry for each case that failed or could not be run, with the reasons.
type mdFailing struct{ mdSection }

func newMdFailing() *mdFailing {
	return &mdFailing{mdSection{what: "failing cases", head: "### Failing cases\n\n"}}
}

func (s *mdFailing) addCase(c *exportCase) {
	switch suites.Status(c.Status) {
	case suites.StatusError, suites.StatusFailed:
	default:
		return
	}
	reasons := slices.Concat(c.Errors, c.Failures)
	entry := fmt.Sprintf("- **%s** %s\n", c.Status, mdCode(c.Suite+"/"+c.name()))
	for _, r := range reasons[:min(len(reasons), mostReasons)] {
		entry += "  " + mdItem(r)
	}
	if more := len(reasons) - mostReasons; more > 0 {
		entry += fmt.Sprintf("  - … and %d more reasons\n", more)
	}
	s.add(entry)
}

// mostChanges is how many changed prompts are looked at for a page; it has room for fewer.
const mostChanges = 300

// mdChanged has an entry for each call whose prompt is not as its golden, with the diff to unfold.
type mdChanged struct {
	mdSection
	kept  []changeRow
	diffs map[string]string // by digest
	later int               // that were not kept
}

func newMdChanged() *mdChanged {
	return &mdChanged{mdSection: mdSection{what: "changed prompts", head: "### Changed prompts\n\n"}, diffs: map[string]string{}}
}

func (s *mdChanged) addCase(c *exportCase) {
	for _, change := range c.changes {
		if len(s.kept) == mostChanges {
			s.later++
			continue
		}
		s.kept = append(s.kept, change)
		s.diffs[change.Diff] = ""
	}
}

// close makes the entries, for which the diffs are looked up.
func (s *mdChanged) close(folder string) error {
	if len(s.kept) == 0 {
		return nil
	}
	if err := findDiffs(folder, s.diffs); err != nil {
		return err
	}
	for _, change := range s.kept {
		s.add(mdChange(&change, s.diffs[change.Diff]))
	}
	s.more += s.later
	return nil
}

func mdChange(c *changeRow, diff string) string {
	title := c.Status + " " + mdCode(c.Suite+"/"+c.Case+"/"+c.Path)
	parts := make([]string, 0, mostReasons+1)
	for _, p := range c.Parts[:min(len(c.Parts), mostReasons)] {
		parts = append(parts, mdCode(p))
	}
	if more := len(c.Parts) - mostReasons; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	if len(parts) > 0 {
		title += " in " + strings.Join(parts, ", ")
	}
	if diff == "" {
		return title + "\n\n"
	}
	return "<details><summary>" + title + "</summary>\n\n" + diff + "\n</details>\n\n"
}

// findDiffs puts a block of code to each digest, in one pass over the run's texts; it ends when all are found.
func findDiffs(folder string, digests map[string]string) (err error) {
	texts, err := openRows[textRow](folder, "texts")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, texts.close()) }()
	for found := 0; found < len(digests); {
		row, err := texts.next()
		if row == nil || err != nil {
			return err
		}
		if _, ok := digests[row.Digest]; !ok {
			continue
		}
		if found++; row.Text != "" {
			digests[row.Digest] = mdDiff(row.Text)
		}
	}
	return nil
}
