package systemprompt

import (
	"math"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Heartbeat is what a model answers to a heartbeat when nothing needs attention (O-22).
const Heartbeat = "HEARTBEAT_OK"

// defaultAck is how long a text beside the heartbeat token may be that is taken for mere politeness, in UTF-16 units.
const defaultAck = 300

// Stripped is a reply without its heartbeat tokens.
type Stripped struct {
	Text string // empty when Skip is true
	Skip bool   // there is nothing to send
	Did  bool   // a token was taken off
}

// StripHeartbeat takes heartbeat tokens off both ends of a text, and collapses the white space of one that had some; a
// text without any is only trimmed (O-22, message mode).
func StripHeartbeat(text string) Stripped {
	text = jstext.Trim(text)
	if text == "" {
		return Stripped{Skip: true}
	}
	left, did := stripEdges(text)
	if left == "" {
		left, did = stripEdges(withoutMarkup(text))
	}
	if !did {
		return Stripped{Text: text}
	}
	return Stripped{Text: left, Skip: left == "", Did: true}
}

// StripHeartbeatReply is StripHeartbeat for the answer to a heartbeat: of one with a token, no more than maxAck units
// are nothing to send (O-22, heartbeat mode). AckLimit has the maxAck of a setting.
func StripHeartbeatReply(text string, maxAck float64) Stripped {
	s := StripHeartbeat(text)
	if s.Did && float64(jstext.Len(s.Text)) <= maxAck {
		return Stripped{Skip: true, Did: true}
	}
	return s
}

// AckLimit reads a maxAckChars setting: a finite number, or a text that spells one, and not below 0; anything else is
// the default of 300 (O-22).
func AckLimit(setting any) float64 {
	limit := math.NaN()
	switch v := setting.(type) {
	case int:
		limit = float64(v)
	case float64:
		limit = v
	case string:
		limit = jstext.ParseNumber(v)
	}
	if math.IsNaN(limit) || math.IsInf(limit, 0) {
		return defaultAck
	}
	return max(0, limit)
}

// stripEdges takes the token off the start, or off the end with up to four units behind it that are no word, again and
// again. These units stay on the text before the token; there is one, or the token would stand at the start. Left is
// empty when no token was taken off.
func stripEdges(text string) (left string, did bool) {
	// The text is body and tail. The tail has no part of a token, so that a long body is never copied.
	body, tail := jstext.Trim(text), ""
	for {
		if rest, found := strings.CutPrefix(body, Heartbeat); found {
			body, did = jstext.TrimLeft(rest), true
			continue
		}
		at := strings.LastIndex(body, Heartbeat)
		if at < 0 || !isNoWord(body[at+len(Heartbeat):], tail) {
			break
		}
		tail = jstext.TrimLeft(body[at+len(Heartbeat):] + tail)
		body, did = jstext.TrimRight(body[:at]), true
	}
	if !did {
		return "", false
	}
	return jstext.Collapse(body + tail), true
}

// isNoWord reports whether what stands behind a token is at most four units, none of them a letter, digit or underscore
// of ASCII.
func isNoWord(behind, tail string) bool {
	const most = 4
	if len(behind) > 3*most || jstext.Len(behind)+jstext.Len(tail) > most { // a unit is at most three bytes
		return false
	}
	return !strings.ContainsFunc(behind, func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	})
}

var nonBreaking = regexp.MustCompile(`(?i)&nbsp;`)

// withoutMarkup makes tags and &nbsp; blanks, and cuts the characters of Markdown's emphasis and code off both ends.
func withoutMarkup(text string) string {
	var b strings.Builder
	for {
		start := strings.IndexByte(text, '<')
		length := strings.IndexByte(text[max(start, 0):], '>')
		if min(start, length) < 0 {
			break
		}
		b.WriteString(text[:start] + " ")
		text = text[start+length+1:]
	}
	b.WriteString(text)
	return strings.Trim(nonBreaking.ReplaceAllString(b.String(), " "), "*`~_")
}
