package reviewing

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// maxListed is how many accepted cases are named one by one.
const maxListed = 50

// printTaken names the cases of which changes were taken, when they are few, and counts them.
func (a *app) printTaken(accepted []review.Accepted, done string) {
	calls, cases := 0, 0
	for i, c := range accepted {
		calls += c.Calls
		// its forms follow its calls
		if i == 0 || c.Suite != accepted[i-1].Suite || c.Case != accepted[i-1].Case {
			cases++
		}
		if len(accepted) <= maxListed {
			fmt.Fprintln(a.Stdout, c)
		}
	}
	if len(accepted) > 0 {
		fmt.Fprintf(a.Stdout, "%s in %s %s\n", plural.Number(calls, "call"), plural.Number(cases, "case"), done)
	}
}
