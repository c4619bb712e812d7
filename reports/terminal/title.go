package terminal

import "github.com/beaver-eval/beaver-eval/reports/rows"

// titleOf names a case, and says why its failures fail no gate.
func titleOf(c *rows.Case) string {
	if c.Apart() {
		return c.Title() + " (quarantine " + c.Quarantine + ")"
	}
	return c.Title()
}

// failedWord says in a column that expectations of a case fail.
func failedWord(c *rows.Case) string {
	if c.Apart() {
		return "apart   "
	}
	return "failed  "
}
