package systemprompt

import (
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// EmptyHeartbeatFile reports whether a HEARTBEAT.md, of which there is one, asks for nothing, so that the run is left
// out: it has no more than blank lines, headings, and bullets with nothing or a bare checkbox behind them (O-22).
func EmptyHeartbeatFile(content string) bool {
	for line := range strings.SplitSeq(content, "\n") {
		line = jstext.Trim(line)
		if line != "" && !isHeading(line) && !isBareBullet(line) {
			return false
		}
	}
	return true
}

// isHeading reports whether a trimmed line that is not empty is a heading: behind its # is nothing, or white space.
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
