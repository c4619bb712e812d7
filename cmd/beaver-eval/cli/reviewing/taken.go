package reviewing

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// maxListed is how many accepted cases are named one by one.
const maxListed = 50

// printTaken names the cases of which changes were taken, when they are few, and counts them. what was done with them.
func (a *app) printTaken(accepted []review.Accepted, o options, what string) {
	calls, cases, kept, keeping := 0, 0, 0, 0
	for i, c := range accepted {
		calls, kept = calls+c.Calls, kept+c.Kept
		if c.Kept > 0 {
			keeping++
		}
		promptsToo := c.Kept == 0 || c.Calls > 0
		// its forms follow its calls
		if promptsToo && (i == 0 || c.Suite != accepted[i-1].Suite || c.Case != accepted[i-1].Case) {
			cases++
		}
		if len(accepted) <= maxListed {
			fmt.Fprintln(a.Stdout, c)
		}
	}
	if cases > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", plural.Number(calls, "call"), plural.Number(cases, "case"), o.done(what))
	}
	if kept > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", plural.Number(kept, "answer"), plural.Number(keeping, "case"),
			o.done("kept"))
	}
}
