package json5

import (
	"errors"
	"regexp"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/jstext"
)

// spelled are the ways to write a number, but for its sign.
var spelled = regexp.MustCompile(
	`^(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)`)

func (p *parser) number() (any, error) {
	negative := p.take("-")
	if !negative {
		p.take("+")
	}
	s := spelled.FindString(p.rest())
	if s == "" {
		return nil, errors.New("no value")
	}
	p.at += len(s)
	if c := p.peek(); c < utf8.RuneSelf && isName(rune(c), false) {
		return nil, errors.New("a number that goes on as a word")
	}
	v := jstext.ParseNumber(s)
	if negative {
		v = -v
	}
	return v, nil
}
