package printable

import (
	"fmt"
	"strings"
)

// markdownMost is how many code points of a text MarkdownCode keeps. As entities they may take six times as many bytes.
const markdownMost = 300

// MarkdownCode returns a foreign text as code in one line of Markdown, which it cannot end; empty for none. Characters
// of markup, mentions, links or table cells become entities, which are plain text everywhere.
func MarkdownCode(s string) string {
	if s == "" {
		return ""
	}
	return "<code>" + MarkdownText(s) + "</code>"
}

// MarkdownText returns a foreign text as plain text in one line of Markdown: a name without special characters is
// unchanged.
func MarkdownText(s string) string { return entities().Replace(Line(Clip(s, markdownMost))) }

func entities() *strings.Replacer {
	pairs := []string{"www.", "www&#46;"}
	for _, c := range "&<>`*_[]|~@:$\\#" {
		pairs = append(pairs, string(c), fmt.Sprintf("&#%d;", c))
	}
	return strings.NewReplacer(pairs...)
}
