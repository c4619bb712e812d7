package systemprompt

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// ContextFile is a file in the prompt.
type ContextFile struct{ Path, Text pipeline.Pieces }

// Limits are the maximum lengths of context files, in units of UTF-16 (O-6).
type Limits struct {
	File, Total int
	Program     bool // a cut may go through a character, as the program's does
}

// DefaultLimits are 20,000 for a file and 150,000 in all.
func DefaultLimits() Limits { return Limits{File: 20_000, Total: 150_000} }

// missing precedes the path of a missing file.
const missing = "[MISSING] Expected at: "

// smallestRest is the minimum rest of the total for one more file.
const smallestRest = 64

// ContextFiles returns the files for the prompt, cut to the limits, and a warning for each that is cut or skipped
// (O-6). A missing file leaves a marker, a blank one nothing.
func ContextFiles(files []WorkspaceFile, limits Limits) (kept []ContextFile, warnings []string) {
	b := budget{perFile: limits.File, rest: max(limits.Total, 1), halves: limits.Program}
	for _, f := range files {
		if !b.take(f) {
			break
		}
	}
	return b.kept, b.warnings
}

// budget is the remaining length for context files.
type budget struct {
	perFile, rest int
	halves        bool // of characters, at a cut
	kept          []ContextFile
	warnings      []string
}

// take adds the part of a file that fits, and reports whether another one can follow.
func (b *budget) take(f WorkspaceFile) bool {
	path := trim(f.Path)
	switch {
	case b.rest <= 0:
		return false
	case path == nil:
		b.warnf("context file %q has no path: skipped", f.Name)
	case f.Missing:
		b.keep(path, pipeline.JoinPieces(pipeline.TextSource{}.Of(missing), path))
	case b.rest < smallestRest:
		b.warnf("remaining bootstrap budget is %d chars (<%d); skipping additional bootstrap files", b.rest,
			smallestRest)
		return false
	default:
		b.keep(path, b.cut(f))
	}
	return true
}

// cut cuts the text of a file to its limit, not counting the marker.
func (b *budget) cut(f WorkspaceFile) pipeline.Pieces {
	text, limit := trimRight(f.Text), max(min(b.perFile, b.rest), 1)
	n := length(text)
	if n <= limit {
		return text
	}
	b.warnf("workspace bootstrap file %s is %d chars (limit %d); truncating in injected context", f.Name, n, limit)
	return truncated(text, f.Name, limit, b.halves)
}

func (b *budget) keep(path, text pipeline.Pieces) {
	if text = clamped(text, b.rest); text != nil {
		b.kept = append(b.kept, ContextFile{Path: path, Text: text})
		b.rest -= length(text)
	}
}

func (b *budget) warnf(format string, args ...any) {
	b.warnings = append(b.warnings, fmt.Sprintf(format, args...))
}

// truncated returns 70 % of the limit from the beginning of a text, a marker, and 20 % from its end. The marker does
// not count.
func truncated(text pipeline.Pieces, name string, limit int, halves bool) pipeline.Pieces {
	n := length(text)
	begin, end := units(text, 0, limit*7/10, halves), units(text, n-limit*2/10, n, halves)
	marker := fmt.Sprintf("\n\n[...truncated, read %[1]s for full content...]\n"+
		"…(truncated %[1]s: kept %[2]d+%[3]d chars of %[4]d)…\n\n", name, length(begin), length(end), n)
	return pipeline.JoinPieces(begin, pipeline.TextSource{}.Of(marker), end)
}

// clamped cuts the text to the rest of the total, with an ellipsis at its end if there is room for one.
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

// units returns the text between two of its units. Half of a surrogate pair is left out; with halves it becomes U+FFFD,
// as it does when the program sends it (O-6).
func units(text pipeline.Pieces, from, to int, halves bool) pipeline.Pieces {
	half := ""
	if halves {
		half = "\uFFFD"
	}
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

// length returns the length of the text in units of UTF-16.
func length(text pipeline.Pieces) int { return jstext.Len(text.String()) }
