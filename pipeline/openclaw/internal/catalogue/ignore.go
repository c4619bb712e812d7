package catalogue

import (
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// pattern is a line of a .gitignore.
type pattern struct {
	fits *regexp.Regexp // matches a path in the skill's folder
	not  bool           // a match is not ignored after all
	dirs bool           // matches only folders
}

// parsePattern parses a line of a file in a folder of the skill, given as prefix with a trailing slash. A leading slash
// of the line is dropped before the prefix is added, so it has no effect at the top.
func parsePattern(line, prefix string) (p pattern, ok bool) {
	line = strings.TrimRight(line, "\r\n")
	if trimmed := jstext.Trim(line); trimmed == "" || strings.HasPrefix(trimmed, "#") {
		return p, false
	}
	line, p.not = strings.CutPrefix(line, "!")
	if !p.not && strings.HasPrefix(line, `\!`) {
		line = line[1:]
	}
	line = prefix + strings.TrimPrefix(strings.TrimRight(line, " \t"), "/")
	line, p.dirs = strings.CutSuffix(line, "/")
	start := "^"
	if !strings.Contains(line, "/") {
		start = "(?:^|/)"
	}
	re, err := regexp.Compile("(?is)" + start + glob(line) + "$")
	p.fits = re
	return p, err == nil && line != ""
}

// globs matches the special parts of a pattern, longer ones first; \ escapes the next character.
var globs = regexp.MustCompile(`^\*\*/|/\*\*/|/\*\*$|\*+|\?|\[!?(?:\\.|[^\]\\])+\]|\\.`)

// glob converts a pattern to a regular expression.
func glob(line string) string {
	var b strings.Builder
	for line != "" {
		at := globs.FindStringIndex(line)
		if at == nil {
			at = []int{len(line), len(line)}
		}
		b.WriteString(regexp.QuoteMeta(line[:at[0]]))
		sign := line[at[0]:at[1]]
		line = line[at[1]:]
		switch {
		case sign == "":
		case sign == "**/":
			b.WriteString("(?:.*/)?")
		case sign == "/**/":
			b.WriteString("/(?:.*/)?")
		case sign == "/**":
			b.WriteString("/.*")
		case sign[0] == '*':
			b.WriteString("[^/]*")
		case sign == "?":
			b.WriteString("[^/]")
		case sign[0] == '[':
			b.WriteString(strings.Replace(sign, "[!", "[^", 1))
		default:
			b.WriteString(regexp.QuoteMeta(sign[1:]))
		}
	}
	return b.String()
}
