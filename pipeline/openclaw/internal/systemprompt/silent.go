package systemprompt

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Token is what a model writes instead of a reply that nobody should get. It is case-sensitive (O-21).
type Token string

// Silent is the token of the program (O-21).
const Silent Token = "NO_REPLY"

// Is reports whether a text is the token alone, white space aside (O-21).
func (t Token) Is(text string) bool { return jstext.Trim(text) == string(t) }

// Strip trims a text and takes one token off its end, if the text begins there or white space or stars stand directly
// before it; these go too. A token elsewhere, and a second one, stay (O-21).
func (t Token) Strip(text string) string {
	at := strings.LastIndex(text, string(t))
	if at < 0 || !jstext.Blank(text[at+len(t):]) {
		return jstext.Trim(text)
	}
	before := text[:at]
	rest := jstext.TrimRight(before)
	if rest == before {
		rest = strings.TrimRight(before, "*")
	}
	if rest == before && rest != "" {
		return jstext.Trim(text)
	}
	return jstext.Trim(rest)
}
