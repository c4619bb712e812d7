package cells

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
)

// mostFlaky is how many flaky cases are named in a line.
const mostFlaky = 10

// Samples returns notes on cases that do not always pass, and on those in quarantine that fail. name makes the name of
// a case safe to print.
func Samples(o *overview.Overview, name func(string) string) []string {
	var notes []string
	if first, n := o.Flaky(); n > 0 {
		var names []string
		for _, f := range first[:min(len(first), mostFlaky)] {
			names = append(names, fmt.Sprintf("%s (%d of %d passed)", name(f.Suite+"/"+f.Case), f.Passed, f.Of))
		}
		text := fmt.Sprintf("flaky: %s: %s", wording.Number(n, "case"), strings.Join(names, ", "))
		if more := n - len(names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		notes = append(notes, text)
	}
	if n := o.Total.Quarantined; n > 0 {
		notes = append(notes, fmt.Sprintf("quarantine: %s %s, which fails no gate", wording.Number(n, "case"),
			wording.Plural(n, "fails", "fail")))
	}
	return notes
}
