package json5

import (
	"errors"
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// spelled matches a number without its sign.
var spelled = regexp.MustCompile(
	`^(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)`)

func (p *parser) number() (number, error) {
	negative := p.take("-")
	if !negative {
		p.take("+")
	}
	s := spelled.FindString(p.rest())
	if s == "" {
		return number{}, errors.New("no value")
	}
	p.at += len(s)
	if c := p.peek(); c < utf8.RuneSelf && isName(rune(c), false) {
		return number{}, errors.New("a number that goes on as a word")
	}
	return number{negative, s}, nil
}

func (n number) float() float64 {
	v := jstext.ParseNumber(n.spelled)
	if n.negative {
		v = -v
	}
	return v
}

// json returns the number in JSON: integers digit by digit, whatever their size.
func (n number) json() (string, error) {
	s := n.spelled
	switch {
	case s == "Infinity" || s == "NaN":
		return "", errors.New(s + " is no number of JSON")
	case strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X"):
		whole, _ := new(big.Int).SetString(s, 0)
		s = whole.String()
	case strings.HasPrefix(s, "."):
		s = "0" + s
	}
	if before, after, ok := strings.Cut(s, "."); ok && (after == "" || strings.ContainsAny(after[:1], "eE")) {
		s = before + ".0" + after
	}
	if n.negative {
		s = "-" + s
	}
	return s, nil
}
