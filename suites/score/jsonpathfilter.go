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

// Parts of a filter as the library spells it: text is in double quotes as in Go, everything else is bare.
var (
	filterText    = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	filterPattern = regexp.MustCompile(`\b(?:match|search)\(`)         // what takes a pattern as its second argument
	filterMany    = regexp.MustCompile(`\.\.|[*?,$]|[-0-9]*:[-0-9:]*`) // what looks at many values, or at the document
)

// checkFilter checks that the patterns of a filter are literals within the limits: an answer must not supply one.
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

// filterPrice returns the most steps that one pass through a filter takes: each part that visits many values may visit
// the whole document, for each value found by the part before it. A pattern reads texts, so its size is in bytes.
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
