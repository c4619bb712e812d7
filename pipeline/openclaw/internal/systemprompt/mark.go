// These are the marks and tokens that distinguish OpenClaw's own texts from those of people: the system mark, the
// silent reply, the heartbeat; and the treatment of a reply, and of foreign text in a prompt. White space and lengths
// are JavaScript's.

package systemprompt

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// System is the mark of a message from the system itself: a gear with emoji presentation (O-20).
const System = "⚙\ufe0f"

// Marked reports whether a text begins with the system mark, ignoring white space. A gear without emoji presentation
// does not count (O-20).
func Marked(text string) bool { return strings.HasPrefix(jstext.TrimLeft(text), System) }

// Mark returns a trimmed text preceded by the system mark: never twice, and not on an empty one (O-20).
func Mark(text string) string {
	text = jstext.Trim(text)
	if text == "" || Marked(text) {
		return text
	}
	return System + " " + text
}
