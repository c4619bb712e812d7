package systemprompt

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// trim removes white space at both ends of the text.
func trim(p pipeline.Pieces) pipeline.Pieces {
	p = trimRight(p)
	s := p.String()
	return p.Cut(len(s)-len(jstext.TrimLeft(s)), len(s))
}

func trimRight(p pipeline.Pieces) pipeline.Pieces { return p.Cut(0, len(jstext.TrimRight(p.String()))) }

// line returns a value for one line of the prompt: trimmed, with a blank for each line ending and tab, and without
// other control and format characters (O-38). So no value can begin a line, as a heading must.
func line(p pipeline.Pieces) pipeline.Pieces { return trim(unbroken(p)) }

// unbroken is line without the trimming.
func unbroken(p pipeline.Pieces) pipeline.Pieces { return p.Rewritten(oneLine(p.String()), oneLine) }

func oneLine(s string) string {
	return Literal(strings.Map(func(r rune) rune {
		switch r {
		case '\t', '\n', '\v', '\f', '\r', 0x85, 0x2028, 0x2029:
			return ' '
		}
		return r
	}, s))
}

// lines returns the values that are not blank, each in one line.
func lines(values []pipeline.Pieces) []pipeline.Pieces {
	var kept []pipeline.Pieces
	for _, v := range values {
		if v = line(v); v != nil {
			kept = append(kept, v)
		}
	}
	return kept
}
