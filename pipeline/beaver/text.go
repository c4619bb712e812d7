package beaver

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// isBlank reports whether a text would leave a heading without anything below it.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// unlessBlank returns s, or nothing if s is blank.
func unlessBlank(s string) string {
	if isBlank(s) {
		return ""
	}
	return s
}

func nonBlank(list []string) []string { return slices.DeleteFunc(slices.Clone(list), isBlank) }

// oneLine joins a text's lines: a summary is one line of a list.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// firstRunes cuts a text to n code points; it never splits one.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// trimmed returns a text without surrounding white space.
func trimmed(p pipeline.Pieces) pipeline.Pieces {
	text := p.String()
	from := len(text) - len(strings.TrimLeft(text, " \t\n\r\v\f"))
	return p.Cut(from, max(from, len(strings.TrimSpace(text[from:]))+from))
}

// beginning returns a text cut to n code points.
func beginning(p pipeline.Pieces, n int) pipeline.Pieces {
	return p.Cut(0, len(firstRunes(p.String(), n)))
}

// apology is the one sentence that the user gets if a run has failed (FB-3).
const apology = "抱歉,这次没能完成你的请求,请稍后再试。(Sorry, this could not be completed. Please try again later.)"

// code is the source of this package's own text.
var code = pipeline.TextSource{Kind: pipeline.TextCode}
