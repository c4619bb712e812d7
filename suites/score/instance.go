package score

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/big"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Instance returns a value of a JSON Schema, as compact JSON: the first choice of each enum, the required keys of
// objects (all if none is required), a single item in lists, limits and formats observed. The same schema gives the
// same value. ok is false if it is no schema, or no such value was found.
func Instance(schema json.RawMessage) (value json.RawMessage, ok bool) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil || len(schema) > maxSchema || moderate(doc) != nil {
		return nil, false
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(nothingElse{})
	c.AssertFormat()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, false
	}
	s, err := c.Compile(schemaURL)
	if err != nil || checkExpansion(s) != nil {
		return nil, false
	}
	const alternatives = 4 // tried of each anyOf and oneOf
	for n := range alternatives {
		made := (&maker{alternative: n, left: mostValues}).value(s, 0)
		text, err := json.Marshal(made)
		if err != nil {
			continue
		}
		if read, err := jsonschema.UnmarshalJSON(bytes.NewReader(text)); err == nil && s.Validate(read) == nil {
			return text, true
		}
	}
	return nil, false
}

// maker makes a value of a schema. Whether it fits is checked afterwards.
type maker struct {
	alternative int // of each anyOf and oneOf
	left        int // values that may still be made
}

// mostValues is how many values are made for a schema: those of a hostile one could have no end.
const mostValues = 10_000

// deepest is the depth from which on lists stay empty: schemas may refer to themselves.
const deepest = 8

func (m *maker) value(s *jsonschema.Schema, deep int) any {
	if s = m.whole(s, 0); s == nil || deep > 2*deepest || m.left == 0 {
		return nil
	}
	m.left--
	switch kinds := kindsOf(s); {
	case s.Const != nil:
		return *s.Const
	case s.Enum != nil && len(s.Enum.Values) > 0:
		return s.Enum.Values[0]
	case slices.Contains(kinds, "object"):
		return m.object(s, deep)
	case slices.Contains(kinds, "array"):
		return m.list(s, deep)
	case slices.Contains(kinds, "string"):
		return textOf(s)
	case slices.Contains(kinds, "integer"), slices.Contains(kinds, "number"):
		return numberOf(s, !slices.Contains(kinds, "number"))
	case slices.Contains(kinds, "boolean"):
		return true
	case slices.Contains(kinds, "null"):
		return nil
	}
	return textOf(s)
}

// kindsOf returns the types of a schema's values; those without a type are known by their keywords.
func kindsOf(s *jsonschema.Schema) []string {
	switch {
	case s.Types != nil && !s.Types.IsEmpty():
		return s.Types.ToStrings()
	case len(s.Properties) > 0 || len(s.Required) > 0:
		return []string{"object"}
	case s.Items2020 != nil || s.Items != nil || len(s.PrefixItems) > 0:
		return []string{"array"}
	case s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil:
		return []string{"number"}
	}
	return nil
}

// whole returns a schema with the parts that apply to the same value: what it refers to, all of allOf, and one of anyOf
// and oneOf.
func (m *maker) whole(s *jsonschema.Schema, deep int) *jsonschema.Schema {
	if s == nil || deep > deepest || s.Bool != nil {
		return s
	}
	parts := slices.Concat([]*jsonschema.Schema{s.Ref}, s.AllOf)
	for _, either := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		if n := len(either); n > 0 {
			parts = append(parts, either[min(m.alternative, n-1)])
		}
	}
	merged := *s
	for _, p := range parts {
		if p = m.whole(p, deep+1); p != nil {
			join(&merged, p)
		}
	}
	return &merged
}

// join adds what a part asks of the same value. Where both ask, the first counts, but for keys.
func join(s, part *jsonschema.Schema) {
	for key, p := range part.Properties {
		if s.Properties[key] == nil {
			own := map[string]*jsonschema.Schema{key: p} // a copy: the schema's own may apply elsewhere too
			maps.Copy(own, s.Properties)
			s.Properties = own
		}
	}
	s.Required = slices.Concat(s.Required, part.Required)
	first(&s.Types, part.Types)
	first(&s.Const, part.Const)
	first(&s.Enum, part.Enum)
	first(&s.Format, part.Format)
	first(&s.Items2020, part.Items2020)
	first(&s.MinItems, part.MinItems)
	first(&s.MaxItems, part.MaxItems)
	first(&s.MinLength, part.MinLength)
	first(&s.MaxLength, part.MaxLength)
	first(&s.Minimum, part.Minimum)
	first(&s.Maximum, part.Maximum)
	first(&s.ExclusiveMinimum, part.ExclusiveMinimum)
	first(&s.ExclusiveMaximum, part.ExclusiveMaximum)
	first(&s.MultipleOf, part.MultipleOf)
	if s.Pattern == nil {
		s.Pattern = part.Pattern
	}
	if s.Items == nil {
		s.Items = part.Items
	}
	if s.PrefixItems == nil {
		s.PrefixItems = part.PrefixItems
	}
}

func first[T any](p **T, other *T) {
	if *p == nil {
		*p = other
	}
}

func (m *maker) object(s *jsonschema.Schema, deep int) any {
	made := map[string]any{}
	if len(s.Required) == 0 && deep < deepest {
		for _, key := range slices.Sorted(maps.Keys(s.Properties)) { // in this order, since m may run out
			made[key] = m.value(s.Properties[key], deep+1)
		}
	}
	for _, key := range s.Required {
		made[key] = m.value(s.Properties[key], deep+1)
	}
	return made
}

func (m *maker) list(s *jsonschema.Schema, deep int) any {
	made := []any{}
	for _, p := range s.PrefixItems {
		made = append(made, m.value(p, deep+1))
	}
	item := s.Items2020
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		item = items
	case []*jsonschema.Schema:
		for _, p := range items {
			made = append(made, m.value(p, deep+1))
		}
	}
	least := 0
	if s.MinItems != nil {
		least = min(*s.MinItems, 1000)
	}
	if item != nil && deep < deepest && (s.MaxItems == nil || *s.MaxItems > 0) {
		least = max(least, 1)
	}
	for len(made) < least {
		made = append(made, m.value(item, deep+1))
	}
	return made
}

// sample returns a text of a format; empty: none is known.
func sample(format string) string {
	return map[string]string{
		"date": "2026-01-05", "date-time": "2026-01-05T09:00:00Z", "time": "09:00:00Z", "duration": "P1D",
		"email": "someone@example.com", "hostname": "example.com", "uri": "https://example.com/",
		"iri": "https://example.com/", "uri-reference": "/example", "uuid": "00000000-0000-4000-8000-000000000001",
		"ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "json-pointer": "/example", "regex": "example",
	}[format]
}

// textOf returns a text of a schema: of its format, of its pattern, or a word of a length that fits.
func textOf(s *jsonschema.Schema) string {
	if s.Format != nil && sample(s.Format.Name) != "" {
		return sample(s.Format.Name)
	}
	text := "example"
	if s.Pattern != nil && !s.Pattern.MatchString(text) {
		if re, err := syntax.Parse(s.Pattern.String(), syntax.Perl); err == nil {
			return matching(re.Simplify())
		}
	}
	if s.MinLength != nil && *s.MinLength < maxSchema {
		text += strings.Repeat("e", max(0, *s.MinLength-len(text)))
	}
	if s.MaxLength != nil && *s.MaxLength < len(text) {
		text = text[:max(0, *s.MaxLength)]
	}
	return text
}

// matching returns a text that matches an expression, with as few repetitions as it allows.
func matching(re *syntax.Regexp) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return string(letterIn(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpAlternate, syntax.OpCapture, syntax.OpPlus:
		return matching(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			b.WriteString(matching(sub))
		}
	}
	return b.String()
}

// letterIn returns a character of a class, given as pairs of its ranges: a letter or digit if it has one.
func letterIn(class []rune) rune {
	for _, wanted := range "aA1" {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= wanted && wanted <= class[i+1] {
				return wanted
			}
		}
	}
	if len(class) == 0 {
		return 'a'
	}
	return class[0]
}

// numberOf returns a number of a schema: the one nearest to its lower limit, else to its upper one, else 1.
func numberOf(s *jsonschema.Schema, integer bool) json.Number {
	step := big.NewRat(1, 1)
	if s.MultipleOf != nil {
		step = s.MultipleOf
	}
	n := new(big.Rat).Set(step)
	switch {
	case s.Minimum != nil:
		n = multiple(s.Minimum, step, 0)
	case s.ExclusiveMinimum != nil:
		n = multiple(s.ExclusiveMinimum, step, 1)
	case s.Maximum != nil && n.Cmp(s.Maximum) > 0:
		n = multiple(s.Maximum, step, 0)
	case s.ExclusiveMaximum != nil && n.Cmp(s.ExclusiveMaximum) >= 0:
		n = multiple(s.ExclusiveMaximum, step, -1)
	}
	if !integer && s.MultipleOf == nil && s.Minimum != nil {
		n = s.Minimum
	}
	if n.IsInt() {
		return json.Number(n.Num().String())
	}
	f, _ := n.Float64()
	text, err := json.Marshal(f)
	if err != nil {
		return "0"
	}
	return json.Number(text)
}

// multiple returns a multiple of step that is at least a limit; above or below it, by some steps.
func multiple(limit, step *big.Rat, more int64) *big.Rat {
	of := new(big.Rat).Quo(limit, step)
	whole := new(big.Int).Quo(of.Num(), of.Denom()) // toward zero
	if at := new(big.Rat).SetInt(whole); more >= 0 && at.Cmp(of) < 0 {
		whole.Add(whole, big.NewInt(1))
		if more > 0 {
			more--
		}
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(whole.Add(whole, big.NewInt(more))), step)
}
