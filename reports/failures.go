package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// WriteRunHead says which run it was.
func WriteRunHead(w io.Writer, info *RunInfo) {
	fmt.Fprintf(w, "%s\n%s\n\n", info, Printable("beaver-eval "+strings.Join(info.Arguments, " ")))
}

// WriteFailures says what is wrong with a case: errors, expectations that do not hold, prompts that are not as their
// goldens. any says that there was something.
func WriteFailures(w io.Writer, r *result.Result) (any bool, err error) {
	name := Printable(r.Suite + "/" + r.Case)
	var b strings.Builder
	for _, err := range r.Errors {
		fmt.Fprintf(&b, "error    %s\n  %s\n", name, Printable(err.Error()))
	}
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "failed   %s\n  %s\n", name, Printable(f))
	}
	for _, c := range r.Changes {
		if c.Status != result.Unchanged {
			fmt.Fprintf(&b, "%-8s %s\n  %s%s\n", c.Status, name, Printable(c.Path), parts(c.Parts))
		}
	}
	_, err = io.WriteString(w, b.String())
	return b.Len() > 0, err
}

func parts(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " · " + Printable(strings.Join(list, "; "))
}
