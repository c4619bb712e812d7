package ci

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// causesSuite is the suite of edits in a JUnit report: a test case for each cause, with its words.
const causesSuite = "changes"

// ofCauses returns the test cases of edits, in the order of reach.
func ofCauses(groups []edit.Group) []testCase {
	var all []testCase
	for i := range groups {
		g := &groups[i]
		lines := []string{cells.Heading(g), ""}
		for _, diff := range cells.Diffs(g.Hunks) {
			lines = append(lines, strings.TrimSuffix(diff, "\n"))
		}
		first, _ := cells.Calls(g)
		lines = append(lines, "", "first in "+strings.Join(first, ", "))
		all = append(all, testCase{
			Class: causesSuite, Name: xmlLine(cells.ShortID(g) + " " + cells.Summary(g)), Time: "0",
			Failure: outcome("prompt", lines),
		})
	}
	return all
}

// causesOf returns the causes of a case's differences, named as in the suite of causes.
func causesOf(c *rows.Case) []string {
	var ids []string
	for i := range c.Edits {
		id := cells.ShortID(&edit.Group{ID: c.Edits[i].GroupID})
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// named returns a line with the causes of a case, if any.
func named(words string, causes []string) []string {
	if len(causes) == 0 {
		return nil
	}
	return []string{words + strings.Join(causes, ", ")}
}
