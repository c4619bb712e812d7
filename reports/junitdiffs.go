package reports

import (
	"fmt"
	"strings"
)

// What a report for JUnit's readers shows of diffs. All of them are in memory at a time.
const (
	mostJUnitDiffs = 1000 // calls of a run
	mostJUnitDiff  = 2000 // bytes of a call
)

// junitDiffs are the diffs that stand in the failures of cases whose prompts are not as accepted. A nil one has none.
type junitDiffs struct {
	texts map[string]string // by digest
}

// newJunitDiffs are none where a dropped gate allows other prompts.
func newJunitDiffs(info *RunInfo) *junitDiffs {
	if !Watched(info.Gates, "goldens") {
		return nil
	}
	return &junitDiffs{texts: map[string]string{}}
}

// want asks for the diffs of a case.
func (d *junitDiffs) want(c *exportCase) {
	if d == nil {
		return
	}
	for _, change := range c.changes {
		if len(d.texts) == mostJUnitDiffs {
			return
		}
		d.texts[change.Diff] = ""
	}
}

// read looks the diffs up.
func (d *junitDiffs) read(folder string) error {
	if d == nil {
		return nil
	}
	return findTexts(folder, d.texts, func(digest, text string) {
		d.texts[digest] = strings.Clone(clipBytes(text, mostJUnitDiff))
	})
}

// of are the diffs of a case, an empty line before each.
func (d *junitDiffs) of(c *exportCase) []string {
	if d == nil {
		return nil
	}
	var lines []string
	left := 0
	for _, change := range c.changes {
		text, ok := d.texts[change.Diff]
		switch {
		case !ok:
			left++
		case text != "":
			lines = append(lines, "", strings.TrimSuffix(text, "\n"))
		}
	}
	if left > 0 {
		const words = "diffs left out: %d; a report has those of the first %d calls"
		lines = append(lines, "", fmt.Sprintf(words, left, mostJUnitDiffs))
	}
	return lines
}
