package score

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/theory/jsonpath/spec"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
)

// Parts of a filter as the library spells it: a text is in double quotes as in Go, all else is bare.
var (
	filterText    = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	filterPattern = regexp.MustCompile(`\b(?:match|search)\(`)         // what takes a pattern as its second argument
	filterMany    = regexp.MustCompile(`\.\.|[*?,$]|[-0-9]*:[-0-9:]*`) // what looks at many values, or at the document
)

// checkFilter sees to it that the patterns of a filter are written out and have the size of others: an answer must not
// bring its own.
func checkFilter(f *spec.FilterSelector) error {
	text := f.String()
	patterns := 0
	for _, at := range filterText.FindAllStringIndex(text, -1) {
		if !strings.HasSuffix(text[:at[0]], ", ") || !strings.HasPrefix(text[at[1]:], ")") {
			continue // not a second argument
		}
		patterns++
		written, err := strconv.Unquote(text[at[0]:at[1]])
		if err == nil {
			_, err = expect.Compile(written)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", text[at[0]:at[1]], err)
		}
	}
	if bare := filterText.ReplaceAllString(text, ""); len(filterPattern.FindAllString(bare, -1)) != patterns {
		return errors.New("match and search take a pattern that is written out")
	}
	return nil
}

// filterPrice returns how many steps one look through a filter takes at most: each part that looks at many values may
// look at all of the document, for each value that the part before it has found. A pattern reads texts, so for it the
// size is in bytes.
func filterPrice(f *spec.FilterSelector, values, bytes int) int {
	text := f.String()
	bare := filterText.ReplaceAllString(text, "")
	size := values
	if filterPattern.MatchString(bare) {
		size = bytes
	}
	price := len(text)
	for range filterMany.FindAllString(bare, -1) {
		price = min(price*size, maxSteps+1)
	}
	return price
}
