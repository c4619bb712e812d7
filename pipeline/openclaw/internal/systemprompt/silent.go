package systemprompt

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Token is a model's answer in place of a reply that should not be sent. It is case-sensitive (O-21).
type Token string

// Silent is the program's token (O-21).
const Silent Token = "NO_REPLY"

// Is reports whether a text is only the token, ignoring white space (O-21).
func (t Token) Is(text string) bool { return jstext.Trim(text) == string(t) }

// Strip trims a text and removes one token from its end, if the token is the whole text or directly follows white space
// or stars, which are removed too. A token elsewhere, and a second one, stay (O-21).
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
