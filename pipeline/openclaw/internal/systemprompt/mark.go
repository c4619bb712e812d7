// These are the marks and tokens by which OpenClaw tells texts of its own from those of people: the system
// mark, the silent reply, the heartbeat; and what it does to a reply, and to foreign text in a prompt. White space and
// lengths are JavaScript's.

package systemprompt

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// System is the mark of a message that the system writes itself: a gear, shown as a picture (O-20).
const System = "⚙\ufe0f"

// Marked reports whether a text begins with the system mark, white space aside. A gear that is not shown as a picture
// is none (O-20).
func Marked(text string) bool { return strings.HasPrefix(jstext.TrimLeft(text), System) }

// Mark returns a text, trimmed, with the system mark in front: never twice, and not on an empty one (O-20).
func Mark(text string) string {
	text = jstext.Trim(text)
	if text == "" || Marked(text) {
		return text
	}
	return System + " " + text
}
