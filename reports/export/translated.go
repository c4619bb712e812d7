package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// WriteTranslated prints the candidates of a retrieval found through a translation, with their ranks and words: a
// Chinese word, and the English one in the candidate. Without any it prints nothing.
func WriteTranslated(w io.Writer, name string, r trace.Retrieval) {
	var lines []string
	for _, c := range r.Candidates {
		if len(c.Via) > 0 {
			via := printable.Line(strings.Join(c.Via, ", "))
			lines = append(lines, fmt.Sprintf("%3d  %s: %s", c.Rank, printable.Line(c.Name), via))
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "=== %s/%s  found in English\n%s\n\n", name, printable.Line(r.Place), strings.Join(lines, "\n"))
}
