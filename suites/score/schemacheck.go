package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Keywords of JSON Schema, drafts 4 to 2020-12: those that constrain a value, and those that describe it or name a
// part.
const (
	askingKeywords = "$dynamicRef $recursiveRef $ref additionalItems additionalProperties allOf anyOf const contains " +
		"dependencies dependentRequired dependentSchemas else enum exclusiveMaximum exclusiveMinimum format if items " +
		"maxContains maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum " +
		"multipleOf not oneOf pattern patternProperties prefixItems properties propertyNames required then type " +
		"unevaluatedItems unevaluatedProperties uniqueItems"
	otherKeywords = "$anchor $comment $defs $dynamicAnchor $id $recursiveAnchor $schema $vocabulary contentEncoding " +
		"contentMediaType contentSchema default definitions deprecated description examples id readOnly title writeOnly"
	schemaFormats = "date date-time duration email hostname ipv4 ipv6 iri iri-reference json-pointer period regex " +
		"relative-json-pointer semver time uri uri-reference uri-template uuid"
)

// checkAsks rejects a schema that every value satisfies.
func checkAsks(doc any) error {
	if doc == true {
		return errors.New("it asks for nothing: everything fits true")
	}
	part, ok := doc.(map[string]any)
	if err := checkKeywords(part); err != nil {
		return err
	}
	for _, k := range strings.Fields(askingKeywords) {
		if _, asks := part[k]; asks {
			return nil
		}
	}
	if ok {
		return errors.New("it asks for nothing: no keyword of it can fail")
	}
	return nil
}

// checkKeywords rejects what a validator would ignore: unknown keywords, except x-…, and formats.
func checkKeywords(part map[string]any) error {
	known := strings.Fields(askingKeywords + " " + otherKeywords)
	for _, k := range slices.Sorted(maps.Keys(part)) {
		if !slices.Contains(known, k) && !strings.HasPrefix(k, "x-") {
			return fmt.Errorf("unknown keyword %q%s", k, meant(k, known))
		}
	}
	format, ok := part["format"].(string)
	if formats := strings.Fields(schemaFormats); ok && !slices.Contains(formats, format) {
		return fmt.Errorf("unknown format %q%s", format, meant(format, formats))
	}
	return nil
}

func meant(name string, known []string) string {
	if near := wording.Nearest(name, known); near != "" {
		return " (nearest: " + near + ")"
	}
	return ""
}

// moderate rejects numbers that would take exact arithmetic for ever.
func moderate(v any) error {
	const most = 1000 // digits, and the exponent
	if n, ok := v.(json.Number); ok {
		_, exponent, _ := strings.Cut(strings.ToLower(n.String()), "e")
		e, err := strconv.Atoi(strings.TrimPrefix(exponent, "+"))
		if len(n) > most || exponent != "" && (err != nil || e > most || e < -most) {
			return fmt.Errorf("a number with more than %d digits cannot be held against a schema: %.20s", most, n)
		}
	}
	for _, child := range children(v) {
		if err := moderate(child); err != nil {
			return err
		}
	}
	return nil
}

// maxExpansion is how many parts of a schema may apply to one value.
const maxExpansion = 100_000

// checkExpansion counts, for each part of a schema, the parts that apply to the same value: through $ref, allOf and the
// like a part may be repeated.
func checkExpansion(s *jsonschema.Schema) error {
	e := expansion{counts: map[*jsonschema.Schema]int{}}
	all := []*jsonschema.Schema{s}
	seen := map[*jsonschema.Schema]bool{s: true}
	for len(all) > 0 {
		s, all = all[len(all)-1], all[:len(all)-1]
		n, err := e.of(s)
		if err != nil {
			return err
		}
		if n > maxExpansion {
			return fmt.Errorf("%s stands for more than %d parts with all that it refers to", part(s), maxExpansion)
		}
		for _, sub := range append(sameValue(s), below(s)...) {
			if !seen[sub] {
				seen[sub] = true
				all = append(all, sub)
			}
		}
	}
	return nil
}

// part names a part of a schema by its JSON pointer.
func part(s *jsonschema.Schema) string { return strings.TrimPrefix(s.Location, schemaURL) }

type expansion struct {
	counts map[*jsonschema.Schema]int // 0: being counted
}

func (e expansion) of(s *jsonschema.Schema) (int, error) {
	if n, ok := e.counts[s]; ok {
		if n == 0 {
			return 0, fmt.Errorf("%s refers to itself for the same value: nothing can be checked against it", part(s))
		}
		return n, nil
	}
	e.counts[s] = 0
	n := 1
	for _, sub := range sameValue(s) {
		more, err := e.of(sub)
		if err != nil {
			return 0, err
		}
		n = min(n+more, maxExpansion+1)
	}
	e.counts[s] = n
	return n, nil
}

// sameValue returns the other parts that apply to the value of s.
func sameValue(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := slices.Concat(s.AllOf, s.AnyOf, s.OneOf, []*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else})
	subs = append(subs, slices.Collect(maps.Values(s.DependentSchemas))...)
	for _, d := range s.Dependencies {
		sub, _ := d.(*jsonschema.Schema)
		subs = append(subs, sub)
	}
	return present(subs)
}

// below returns the parts that apply to values within the value of s.
func below(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := slices.Concat(s.PrefixItems, []*jsonschema.Schema{
		s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema,
	}, slices.Collect(maps.Values(s.Properties)), slices.Collect(maps.Values(s.PatternProperties)))
	for _, any := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		switch sub := any.(type) {
		case *jsonschema.Schema:
			subs = append(subs, sub)
		case []*jsonschema.Schema:
			subs = append(subs, sub...)
		}
	}
	return present(subs)
}

func present(subs []*jsonschema.Schema) []*jsonschema.Schema {
	return slices.DeleteFunc(subs, func(s *jsonschema.Schema) bool { return s == nil })
}

const schemaURL = "mem:///schema.json" // else its name would be that of the current folder
