package json5

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

type parser struct {
	text string
	at   int
}

func (p *parser) rest() string { return p.text[p.at:] }

// peek returns the next byte; 0 at the end, since no byte of a value is 0.
func (p *parser) peek() byte {
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) take(s string) bool {
	if !strings.HasPrefix(p.rest(), s) {
		return false
	}
	p.at += len(s)
	return true
}

// blanks skips white space and comments.
func (p *parser) blanks() error {
	for {
		p.at = len(p.text) - len(jstext.TrimLeft(p.rest()))
		switch {
		case p.take("//"):
			if end := strings.IndexAny(p.rest(), "\n\r\u2028\u2029"); end >= 0 {
				p.at += end
			} else {
				p.at = len(p.text)
			}
		case p.take("/*"):
			end := strings.Index(p.rest(), "*/")
			if end < 0 {
				return errors.New("a comment without its end")
			}
			p.at += end + len("*/")
		default:
			return nil
		}
	}
}

// next consumes the next character; it is invalid at the end.
func (p *parser) next() (rune, bool) {
	r, size := utf8.DecodeRuneInString(p.rest())
	p.at += size
	return r, size > 0
}
