package export

import (
	"fmt"
	"io"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// WriteEnd prints the end of a case that did not succeed: its status, its errors, and its failed expectations.
func WriteEnd(w io.Writer, r *result.Result) {
	if len(r.Errors)+len(r.Failures) == 0 && r.Skipped == "" {
		return
	}
	fmt.Fprintf(w, "=== %s  %s\n", printable.Line(r.Suite+"/"+r.Case), printable.Line(string(r.Status)))
	for _, err := range r.Errors {
		fmt.Fprintln(w, printable.Lines(err.Error()))
	}
	for _, text := range r.Failures {
		fmt.Fprintln(w, printable.Lines(text))
	}
	if r.Skipped != "" {
		fmt.Fprintln(w, printable.Lines(r.Skipped))
	}
	fmt.Fprintln(w)
}
