package reports

import (
	"errors"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites"
)

// mostReasons is how many reasons or parts a page shows of one entry: so many of the longest fit into what a section is promised.
const mostReasons = 3

// mdFailing has an entry for each case that failed or could not be run, with the reasons.
func mdFailing(folder string) (*mdSection, error) {
	s := &mdSection{what: "failing cases", head: "### Failing cases\n\n"}
	return s, eachCase(folder, func(c *exportCase) error {
		reasons := append(append([]string{}, c.Errors...), c.Failures...)
		switch suites.Status(c.Status) {
		case suites.StatusError, suites.StatusFailed:
			entry := fmt.Sprintf("- **%s** %s\n", c.Status, mdCode(c.Suite+"/"+c.name()))
			for _, r := range reasons[:min(len(reasons), mostReasons)] {
				entry += "  " + mdItem(r)
			}
			if more := len(reasons) - mostReasons; more > 0 {
				entry += fmt.Sprintf("  - … and %d more reasons\n", more)
			}
			s.add(entry)
		}
		return nil
	})
}

// mostChanges is how many changed prompts are looked at for a page; it has room for fewer.
const mostChanges = 300

// mdChanged has an entry for each call whose prompt is not as its golden, with the diff to unfold.
func mdChanged(folder string) (*mdSection, error) {
	s := &mdSection{what: "changed prompts", head: "### Changed prompts\n\n"}
	var kept []changeRow
	digests := map[string]string{}
	more := 0
	err := eachCase(folder, func(c *exportCase) error {
		for _, change := range c.changes {
			if len(kept) == mostChanges {
				more++
				continue
			}
			kept = append(kept, change)
			digests[change.Diff] = ""
		}
		return nil
	})
	if err == nil && len(kept) > 0 {
		err = findDiffs(folder, digests)
	}
	for _, change := range kept {
		s.add(mdChange(&change, digests[change.Diff]))
	}
	s.more += more
	return s, err
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
