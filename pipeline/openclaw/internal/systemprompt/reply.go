package systemprompt

import (
	"cmp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Reply is a reply before it is sent (O-39).
type Reply struct {
	Text        string
	Media       []string       // URLs
	ChannelData map[string]any // specific to the channel
}

// rich reports whether there is something to send beside the text.
func (r Reply) rich() bool { return len(r.Media) > 0 || len(r.ChannelData) > 0 }

// Skip is the reason why a reply is not sent; empty if it is.
type Skip string

// The reasons of Normalize.
const (
	SkipEmpty     Skip = "empty"
	SkipSilent    Skip = "silent"
	SkipHeartbeat Skip = "heartbeat"
)

// Normalizer prepares replies for sending (O-39). Its zero value is the program's default.
type Normalizer struct {
	Silent        Token  // "" is the default token
	KeepHeartbeat bool   // keep heartbeat tokens: the program's stripHeartbeat: false
	Prefix        string // put before every text, with a blank; "" for none
}

// Normalize returns the text to send, or why the reply is not sent. A reply with media or channel data is always sent,
// if need be without a text (O-39).
func (n Normalizer) Normalize(r Reply) (text string, skip Skip) {
	if text = r.Text; jstext.Blank(text) {
		text, skip = "", SkipEmpty
	}
	if skip == "" {
		text, skip = n.withoutSilent(text)
	}
	if skip == "" && !n.KeepHeartbeat && strings.Contains(text, Heartbeat) {
		s := StripHeartbeat(text)
		if text = s.Text; s.Skip {
			skip = SkipHeartbeat
		}
	}
	if r.rich() {
		skip = ""
	}
	if skip == "" {
		text = n.prefixed(text)
	}
	return text, skip
}

// withoutSilent removes the silent token from a text that is not blank.
func (n Normalizer) withoutSilent(text string) (left string, skip Skip) {
	token := cmp.Or(n.Silent, Silent)
	if !strings.Contains(text, string(token)) {
		return text, ""
	}
	if text = token.Strip(text); text == "" {
		skip = SkipSilent
	}
	return text, skip
}

// prefixed adds the prefix to a text without one; not to an empty one, nor to the heartbeat token.
func (n Normalizer) prefixed(text string) string {
	if n.Prefix == "" || text == "" || strings.HasPrefix(text, n.Prefix) || jstext.Trim(text) == Heartbeat {
		return text
	}
	return n.Prefix + " " + text
}
