package alfred

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What a template asks for is read, and what is read is asked for: the keys of an answer stand in its template, and
// every key there is one of the answer. The program's own keys are asked for by nobody.
func TestF3KeysOfAnswers(t *testing.T) {
	for file, c := range map[string]struct {
		answer any
		others []string // in examples: the values of the user's demands, and types of parameters
	}{
		"understand": {understood{}, []string{"max_minutes"}},
		"think":      {thought{}, nil},
		"act":        {action{}, nil},
		"act-quick":  {quickAction{}, []string{"table", "filters", "field", "op", "value", "limit", "id"}},
	} {
		raw, err := os.ReadFile("prompts/" + file + ".system.tmpl")
		if err != nil {
			t.Fatal(err)
		}
		asked, read := keysIn(string(raw)), keysOf(reflect.TypeOf(c.answer))
		for _, key := range read {
			program := key == "suggested_next" || key == "context"
			if slices.Contains(asked, key) == program {
				t.Errorf("%s: %s is asked for: %v, and read: %v", file, key, program, !program)
			}
		}
		for _, key := range asked {
			if !slices.Contains(read, key) && !slices.Contains(c.others, key) {
				t.Errorf("%s: %s is asked for and not read", file, key)
			}
		}
	}
}

var (
	exampleKey = regexp.MustCompile(`"(\w+)":`)
	quotedKey  = regexp.MustCompile("`([a-z]+(?:_[a-z]+)*)`")
	tableRow   = regexp.MustCompile(`(?m)^\| \w+ \|.*\| ([^|]*) \|$`)
	fieldName  = regexp.MustCompile(`\b(?:tool|params|data|[a-z]+(?:_[a-z]+)+|subdomain|question|details|reason)\b`)
	valueNames = []string{"plan_direct", "propose", "clarify", "read", "write", "analyze", "generate", "blocked",
		"db_read", "error"}
)

// keysIn returns the keys of an answer that a template names: in examples, in quotes, and in the table of actions.
func keysIn(template string) []string {
	var keys []string
	for _, of := range []*regexp.Regexp{exampleKey, quotedKey} {
		for _, m := range of.FindAllStringSubmatch(template, -1) {
			if !slices.Contains(valueNames, m[1]) {
				keys = append(keys, m[1])
			}
		}
	}
	if strings.Contains(template, "| Action |") {
		for _, row := range tableRow.FindAllStringSubmatch(template, -1) {
			keys = append(keys, fieldName.FindAllString(row[1], -1)...)
		}
	}
	return keys
}

// keysOf returns the keys that are read into a type, at any depth.
func keysOf(typ reflect.Type) []string {
	for typ.Kind() == reflect.Slice || typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	var keys []string
	if typ.Kind() != reflect.Struct {
		return nil
	}
	for f := range typ.NumField() {
		field := typ.Field(f)
		if key := field.Tag.Get("json"); key != "" {
			keys = append(append(keys, key), keysOf(field.Type)...)
		}
	}
	return keys
}
