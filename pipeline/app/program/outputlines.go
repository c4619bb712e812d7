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
	errorLines = 200 // from the end, searched for the line of an error
)

// shown makes a line of output fit for an error: unprintable characters are escaped, and the end is cut off.
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

// cut shortens a text to so many characters, with an ellipsis for what is missing.
func cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "…"
		}
		most--
	}
	return text
}

// lastLines returns the last lines of an output that are not blank, as errors show them. If none of them is the line of
// an error but an earlier one is, that replaces the first: Node prints everything in an error object after its line.
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

// lastError returns the index of the last line that looks like an error; -1: there is none.
func lastError(lines []string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if errorLine.MatchString(lines[i]) {
			return i
		}
	}
	return -1
}

// saysNothing matches last lines without information: the end of a structure, and Node's closing line with its version.
var saysNothing = regexp.MustCompile(`^(?:Node\.js v[\d.]+|\W*)$`)

// telling returns, after a colon, the line that best explains why a program failed: the last that looks like an error,
// else the last with any information.
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
