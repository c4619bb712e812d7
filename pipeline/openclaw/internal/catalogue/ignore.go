package catalogue

import (
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// pattern is a line of a .gitignore.
type pattern struct {
	fits *regexp.Regexp // of a path in the skill's folder
	not  bool           // what fits is not ignored after all
	dirs bool           // only folders fit
}

// parsePattern reads a line of a file that lies in a folder of the skill, which prefix names with a slash behind it. A
// slash at the line's beginning is left out before the prefix goes in front, so that at the top it means nothing.
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

// globs are the signs of a pattern that mean something, longer ones first; \ takes the next character as it is.
var globs = regexp.MustCompile(`^\*\*/|/\*\*/|/\*\*$|\*+|\?|\[!?(?:\\.|[^\]\\])+\]|\\.`)

// glob is a pattern as a regular expression.
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
