package systemprompt

import (
	"math"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Heartbeat is a model's answer to a heartbeat if nothing needs attention (O-22).
const Heartbeat = "HEARTBEAT_OK"

// defaultAck is the length up to which a text beside the heartbeat token counts as mere politeness, in UTF-16 units.
const defaultAck = 300

// Stripped is a reply without its heartbeat tokens.
type Stripped struct {
	Text string // empty when Skip is true
	Skip bool   // there is nothing to send
	Did  bool   // a token was removed
}

// StripHeartbeat removes heartbeat tokens from both ends of a text, and then collapses its white space; a text without
// any is only trimmed (O-22, message mode).
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

// StripHeartbeatReply is StripHeartbeat for the answer to a heartbeat: with a token, a rest of up to maxAck units is
// not sent (O-22, heartbeat mode). AckLimit returns the maxAck of a setting.
func StripHeartbeatReply(text string, maxAck float64) Stripped {
	s := StripHeartbeat(text)
	if s.Did && float64(jstext.Len(s.Text)) <= maxAck {
		return Stripped{Skip: true, Did: true}
	}
	return s
}

// AckLimit parses a maxAckChars setting: a finite number, or a text that spells one, and not below 0; anything else is
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

// stripEdges repeatedly removes the token from the start, or from the end if up to four non-word units follow it. These
// units stay on the text before the token; there is one, or the token would stand at the start. left is empty if no
// token was removed.
func stripEdges(text string) (left string, did bool) {
	// The text is body and tail. The tail contains no part of a token, so a long body is never copied.
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

// isNoWord reports whether the text after a token is at most four units, none of them an ASCII letter, digit or
// underscore.
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

// withoutMarkup replaces tags and &nbsp; by blanks, and cuts Markdown's emphasis and code characters off both ends.
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
