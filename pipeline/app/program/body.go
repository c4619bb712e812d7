package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Variables of a request's body, in addition to those of the case.
const (
	textVariable = "TEXT"
	caseVariable = "CASE"
)

// body returns a request's body with its variables replaced by JSON strings. Variables stand outside of strings: a
// string is text, and may contain dollar signs.
func body(template string, values map[string]string) (string, error) {
	lookup := lookupIn(values)
	asJSON := func(name string) (string, error) {
		value, err := lookup(name)
		return `"` + jsonvalue.Escape(value) + `"`, err
	}
	var b strings.Builder
	for template != "" {
		outside := template[:min(len(template), quoteIn(template))]
		text, err := expand(outside, asJSON)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		template = template[len(outside):]
		length := stringLength(template)
		if err := checkString(template[:length]); err != nil {
			return "", err
		}
		b.WriteString(template[:length])
		template = template[length:]
	}
	if !json.Valid([]byte(b.String())) {
		return "", errors.New("not one JSON value once its variables are replaced")
	}
	return b.String(), nil
}

// quoteIn returns the offset of the first string, or the length of the text.
func quoteIn(text string) int {
	if i := strings.IndexByte(text, '"'); i >= 0 {
		return i
	}
	return len(text)
}

// stringLength returns the length of the JSON string that a text begins with, quotes included, or the length of the
// text if the string has no end.
func stringLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// checkString refuses the variable of a turn's text within a string, where it would not be replaced.
func checkString(text string) error {
	for _, name := range []string{"$" + textVariable, "${" + textVariable, "$" + caseVariable, "${" + caseVariable} {
		if strings.Contains(text, name) {
			return fmt.Errorf("%s stands for a JSON string with its quotes: write it without quotes around it", name)
		}
	}
	return nil
}
