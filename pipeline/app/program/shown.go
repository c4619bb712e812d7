package program

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const (
	shownLine  = 200 // characters of a line of a program's output
	shownLines = 20
	errorLines = 200 // from the end, among which the line of an error is looked for
)

// shown makes a line of a program's output fit for an error: what cannot be printed is escaped, and the end cut off.
func shown(line string) string {
	line, _ = pipeline.Repair(strings.TrimSpace(cut(line, 4*shownLine)))
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return cut(b.String(), shownLine)
}

// cut shortens a text to so many characters, and an ellipsis where something is missing.
func cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "…"
		}
		most--
	}
	return text
}

// lastLines are the last lines of an output that are not blank, as errors show them. Where none of them is the line of
// an error and one before them is, that stands in the place of the first: Node prints all that an error holds behind
// it.
func lastLines(output string) []string {
	var all []string
	for line := range strings.SplitSeq(output, "\n") {
		if strings.TrimSpace(line) != "" {
			all = append(all, line)
		}
	}
	all = all[max(0, len(all)-errorLines):]
	for i, line := range all {
		all[i] = shown(line)
	}
	last := slices.Clone(all[max(0, len(all)-shownLines):])
	if i := lastError(all); i >= 0 && i < len(all)-shownLines {
		last[0] = all[i]
	}
	return last
}

// errorLine is how the line of an error begins in the output of most languages: "ValueError: …", "panic: …".
var errorLine = regexp.MustCompile(
	`^(?i:uncaught |fatal |\[?error\]?:? )?(?:[\w.]*(?:Error|Exception)|panic|fatal|FATAL)\b`)

// lastError is the index of the last line that looks like an error; -1: there is none.
func lastError(lines []string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if errorLine.MatchString(lines[i]) {
			return i
		}
	}
	return -1
}

// saysNothing is a last line that tells nothing: the end of a structure, and the version with which Node says goodbye.
var saysNothing = regexp.MustCompile(`^(?:Node\.js v[\d.]+|\W*)$`)

// telling is the line that says most of why a program failed, behind a colon: the last that looks like an error, else
// the last that says something.
func telling(last []string) string {
	if i := lastError(last); i >= 0 {
		return ": " + last[i]
	}
	for _, line := range slices.Backward(last) {
		if !saysNothing.MatchString(line) {
			return ": " + line
		}
	}
	return ""
}
