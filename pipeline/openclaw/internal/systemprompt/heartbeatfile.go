package systemprompt

import (
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// EmptyHeartbeatFile reports whether an existing HEARTBEAT.md asks for nothing, so that the run is skipped: it has only
// blank lines, headings, and bullets that are empty or a bare checkbox (O-22).
func EmptyHeartbeatFile(content string) bool {
	for line := range strings.SplitSeq(content, "\n") {
		line = jstext.Trim(line)
		if line != "" && !isHeading(line) && !isBareBullet(line) {
			return false
		}
	}
	return true
}

// isHeading reports whether a trimmed, non-empty line is a heading: its # is followed by nothing, or white space.
func isHeading(line string) bool {
	text := strings.TrimLeft(line, "#")
	first, _ := utf8.DecodeRuneInString(text)
	return text == "" || jstext.IsSpace(first)
}

func isBareBullet(line string) bool {
	if !strings.ContainsRune("-*+", rune(line[0])) {
		return false
	}
	box := jstext.TrimLeft(line[1:])
	inside, opened := strings.CutPrefix(box, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	tick := utf8.RuneCountInString(inside) <= 1 && strings.Trim(jstext.Trim(inside), "xX") == ""
	return box == "" || opened && closed && tick
}
