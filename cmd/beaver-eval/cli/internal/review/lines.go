package review

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// signed returns lines after their signs. If only white space and invisible characters differ, they are made visible;
// else only those at the end of a line.
func signed(lines []goldens.Line) []string {
	var all []string
	for i := 0; i < len(lines); {
		removed := run(lines[i:], goldens.Removed)
		added := run(lines[i+len(removed):], goldens.Added)
		blanks := len(removed) > 0 && len(added) > 0 && withoutBlanks(removed) == withoutBlanks(added)
		n := len(removed) + len(added)
		for _, l := range lines[i : i+n] {
			text := atEnd(l.Text)
			if blanks {
				text = visible(l.Text)
			}
			all = append(all, string(rune(l.Op))+text)
		}
		if i += n; n == 0 {
			all = append(all, " "+strings.TrimSuffix(lines[i].Text, "\n"))
			i++
		}
	}
	return all
}

// run returns the leading lines with a sign.
func run(lines []goldens.Line, sign goldens.Op) []goldens.Line {
	n := 0
	for n < len(lines) && lines[n].Op == sign {
		n++
	}
	return lines[:n]
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// withoutBlanks returns the text of lines without white space and invisible characters.
func withoutBlanks(lines []goldens.Line) string {
	var b strings.Builder
	for _, l := range lines {
		for _, r := range l.Text {
			if !isBlank(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// atEnd returns a line with visible blanks at its end.
func atEnd(line string) string {
	if line == "\n" {
		return visible(line)
	}
	line = strings.TrimSuffix(line, "\n")
	kept := strings.TrimRightFunc(line, isBlank)
	return kept + visible(line[len(kept):])
}

// visible returns a line with visible white space and invisible characters, as diff shows them: · is a space, → a tab,
// ¬ the end of the line.
func visible(line string) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == ' ':
			b.WriteRune('·')
		case r == '\t':
			b.WriteRune('→')
		case r == '\n':
			b.WriteRune('¬')
		case isBlank(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
