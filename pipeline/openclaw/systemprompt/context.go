package systemprompt

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/jstext"
)

// ContextFile is a file as it stands in the prompt.
type ContextFile struct{ Path, Text pipeline.Pieces }

// Limits are how long context files may be, in units of UTF-16 (O-6).
type Limits struct{ File, Total int }

// DefaultLimits are 20,000 for a file and 150,000 in all.
func DefaultLimits() Limits { return Limits{File: 20_000, Total: 150_000} }

// smallestRest is how much of the total has to be left for one more file.
const smallestRest = 64

// ContextFiles are the files as the prompt shows them, cut to the limits, and a warning for each that is cut or skipped
// (O-6). A missing file leaves a marker, a blank one nothing.
func ContextFiles(files []WorkspaceFile, limits Limits) (kept []ContextFile, warnings []string) {
	rest := max(limits.Total, 1)
	for _, f := range files {
		if rest <= 0 {
			break
		}
		path := trim(f.Path)
		if path == nil {
			warnings = append(warnings, fmt.Sprintf("context file %q has no path: skipped", f.Name))
			continue
		}
		if !f.Missing && rest < smallestRest {
			return kept, append(warnings, fmt.Sprintf(
				"remaining bootstrap budget is %d chars (<%d); skipping additional bootstrap files", rest, smallestRest))
		}
		text := pipeline.JoinPieces(pipeline.TextSource{}.Of("[MISSING] Expected at: "), path)
		if !f.Missing {
			limit := max(min(limits.File, rest), 1)
			text = trimRight(f.Text)
			if n := length(text); n > limit {
				warnings = append(warnings, fmt.Sprintf(
					"workspace bootstrap file %s is %d chars (limit %d); truncating in injected context", f.Name, n, limit))
				text = truncated(text, f.Name, n, limit)
			}
		}
		if text = clamped(text, rest); text != nil {
			kept = append(kept, ContextFile{Path: path, Text: text})
			rest -= length(text)
		}
	}
	return kept, warnings
}

// truncated is 70 % of the limit from the beginning of a text of n units, a marker, and 20 % from its end. The marker
// does not count.
func truncated(text pipeline.Pieces, name string, n, limit int) pipeline.Pieces {
	head, tail := limit*7/10, limit*2/10
	marker := fmt.Sprintf("\n\n[...truncated, read %s for full content...]\n…(truncated %s: kept %d+%d chars of %d)…\n\n",
		name, name, head, tail, n)
	return pipeline.JoinPieces(units(text, 0, head), pipeline.TextSource{}.Of(marker), units(text, n-tail, n))
}

// clamped is the text cut to what is left of the total, with an ellipsis at its end where there is room for one.
func clamped(text pipeline.Pieces, rest int) pipeline.Pieces {
	switch s := text.String(); {
	case jstext.Len(s) <= rest:
		return text
	case rest <= 3:
		return text.Cut(0, jstext.Offset(s, rest))
	default:
		return pipeline.JoinPieces(text.Cut(0, jstext.Offset(s, rest-1)), pipeline.TextSource{}.Of("…"))
	}
}

// units is the text between two of its units. Half of a surrogate pair becomes U+FFFD, as it does when the program
// sends it.
func units(text pipeline.Pieces, from, to int) pipeline.Pieces {
	const half = "\uFFFD"
	s := text.String()
	begin, end := jstext.Offset(s, from), jstext.Offset(s, to)
	before, behind := "", ""
	if jstext.Len(s[:begin]) < from {
		before, begin = half, jstext.Offset(s, from+1)
	}
	if jstext.Len(s[:end]) < to {
		behind = half
	}
	return pipeline.JoinPieces(pipeline.TextSource{}.Of(before), text.Cut(begin, end), pipeline.TextSource{}.Of(behind))
}

// length is that of the text in units of UTF-16.
func length(text pipeline.Pieces) int { return jstext.Len(text.String()) }
