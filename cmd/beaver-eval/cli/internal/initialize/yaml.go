package initialize

import (
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// list returns words as a list in YAML.
func list(command []string) string {
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = string(jsonvalue.AppendString(nil, word)) // JSON is YAML
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// quoted returns a text as YAML, plain if it can be.
func quoted(text string) string {
	plain := regexp.MustCompile(`^[$^]?[A-Za-z][A-Za-z0-9 ._$^-]*$`)
	if plain.MatchString(text) && !strings.HasSuffix(text, " ") &&
		!slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, strings.ToLower(text)) {
		return text
	}
	return string(jsonvalue.AppendString(nil, text))
}
