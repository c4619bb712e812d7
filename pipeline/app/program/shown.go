package program

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const (
	shownLine  = 200 // characters of a line of a program's output
	shownLines = 20
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

// lastLines are the last lines of an output that are not blank, as errors show them.
func lastLines(output []byte) []string {
	var last []string
	for line := range strings.SplitSeq(string(output), "\n") {
		if strings.TrimSpace(line) != "" {
			last = append(last, line)
		}
	}
	last = last[max(0, len(last)-shownLines):]
	for i, line := range last {
		last[i] = shown(line)
	}
	return last
}

// errorLine is how the line of an error begins in the output of most languages: "ValueError: …", "panic: …".
var errorLine = regexp.MustCompile(
	`^(?i:uncaught |fatal |\[?error\]?:? )?(?:[\w.]*(?:Error|Exception)|panic|fatal|FATAL)\b`)

// telling is the line that says most of why a program failed, behind a colon: the last that looks like an error, else
// the last.
func telling(last []string) string {
	if len(last) == 0 {
		return ""
	}
	for i := len(last) - 1; i >= 0; i-- {
		if errorLine.MatchString(last[i]) {
			return ": " + last[i]
		}
	}
	return ": " + last[len(last)-1]
}
