package markdown

import (
	"crypto/sha256"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// diffPart is what differs in one part of a call: its title, such as message 2 (user) · section "Actions", and the diff
// of it.
type diffPart struct{ title, text string }

// diffParts takes the diff of a call apart. Each part stands under a line with the call's path, in the order of the
// change's parts; a call that is new or missing has such a line, and no part.
func diffParts(c *result.Change) []diffPart {
	diff := c.Text
	var parts []diffPart
	begin := 0
	for at := 0; at < len(diff); {
		end := len(diff)
		if n := strings.IndexByte(diff[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if !strings.ContainsRune(" +-@\\", rune(diff[at])) {
			if n := len(parts); n > 0 {
				parts[n-1].text = diff[begin:at]
			}
			title := ""
			if n := len(parts); n < len(c.Parts) {
				title = c.Parts[n]
			}
			parts, begin = append(parts, diffPart{title: title}), end
		}
		at = end
	}
	if n := len(parts); n > 0 {
		parts[n-1].text = diff[begin:]
		return parts
	}
	return []diffPart{{strings.Join(c.Parts, ", "), diff}}
}

// digest is that of what two differences have in common.
type digest [sha256.Size]byte

// sameness is what two parts have in common whose differences are the same: the lines, and the section, wherever in the
// prompt it stands and in whichever line of it.
func (p *diffPart) sameness(status result.PromptStatus) digest {
	title := p.title
	if rest, ok := strings.CutPrefix(title, "message "); ok {
		title = strings.TrimLeft(rest, "0123456789")
	}
	var b strings.Builder
	b.WriteString(string(status) + "\x00" + title + "\x00")
	for line := range strings.Lines(p.text) {
		if strings.HasPrefix(line, "@@ ") {
			line = "@@\n"
		}
		b.WriteString(line)
	}
	return sha256.Sum256([]byte(b.String()))
}
