package score

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// maxSchema is the largest size of a JSON Schema, in bytes.
const maxSchema = 256 << 10

// Schema is a compiled JSON Schema.
type Schema struct {
	*jsonschema.Schema
	budget *Budget // of a validation; nil: unlimited
}

// nothingElse keeps a schema from reading other files: it comes with a fixture, and fixtures are untrusted data.
type nothingElse struct{}

func (nothingElse) Load(url string) (any, error) {
	return nil, errors.New("a schema may refer to nothing outside itself")
}

// CompileSchema reads a JSON Schema, draft 2020-12 by default, within the limits.
func CompileSchema(n *strict.Node) (*Schema, error) {
	text := n.JSON()
	if len(text) > maxSchema {
		return nil, n.Errorf("schema: %d bytes, it may have %d", len(text), maxSchema)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = moderate(doc)
	}
	if err == nil {
		err = checkAsks(doc)
	}
	if err != nil {
		return nil, n.Errorf("schema: %w", err)
	}
	s := &Schema{}
	c := jsonschema.NewCompiler()
	c.UseLoader(nothingElse{})
	c.AssertFormat()
	c.UseRegexpEngine(s.pattern)
	c.RegisterVocabulary(&jsonschema.Vocabulary{URL: "mem:///visits", Compile: s.compile})
	c.AssertVocabs()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, n.Errorf("schema: %w", err)
	}
	if s.Schema, err = c.Compile(schemaURL); err == nil {
		err = checkExpansion(s.Schema)
	}
	if err != nil {
		return nil, n.Errorf("schema: %w", inALine(err))
	}
	return s, nil
}

// inALine returns a compiler error without its multi-line tree.
func inALine(err error) error {
	if no, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		if e, ok := errors.AsType[*jsonschema.ValidationError](no.Err); ok {
			return fmt.Errorf("no JSON Schema: %s", schemaErrors(e))
		}
	}
	return err
}

// Against returns what is wrong with a text according to the schema; empty: nothing. Its error says why it could not be
// checked.
func (s *Schema) Against(b *Budget, text string) (wrong string, err error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return "no JSON", nil
	}
	if err := moderate(doc); err != nil {
		return "", err
	}
	s.budget = b
	err = s.validate(doc)
	if e, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		return schemaErrors(e), nil
	}
	return "", err
}

// validate returns the library's error, or the one by which a visit stopped it.
func (s *Schema) validate(doc any) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			err = p.err
		default:
			panic(p)
		}
	}()
	return s.Validate(doc)
}

// schemaErrors returns the mismatches, each with its JSON pointer, sorted: the library visits maps in random order, and
// reports enclosing parts as well as the fault.
func schemaErrors(e *jsonschema.ValidationError) string {
	const most = 20
	var parts []string
	for _, unit := range e.BasicOutput().Errors {
		if unit.Error == nil {
			continue
		}
		if more, ok := unit.Error.Kind.(*kind.AdditionalProperties); ok {
			slices.Sort(more.Properties)
		}
		parts = append(parts, fmt.Sprintf("at %q %s", unit.InstanceLocation, unit.Error))
	}
	if len(parts) == 0 {
		return e.Error()
	}
	slices.Sort(parts)
	if parts = slices.Compact(parts); len(parts) > most {
		parts = append(parts[:most], fmt.Sprintf("and %d more", len(parts)-most))
	}
	return strings.Join(parts, "; ")
}

// stopped carries an error through the library, which takes no context.
type stopped struct{ err error }

func (s *Schema) spend(n int) {
	if s.budget == nil {
		return
	}
	if err := s.budget.Spend(n); err != nil {
		panic(stopped{err})
	}
}

// visit is an extension that is called for each part of the schema, after the parts within it.
type visit struct {
	schema *Schema
	price  int
}

// Validate implements jsonschema.SchemaExt.
func (v visit) Validate(*jsonschema.ValidatorContext, any) { v.schema.spend(v.price) }

// compile sees each part of the schema once.
func (s *Schema) compile(_ *jsonschema.CompilerContext, part map[string]any) (jsonschema.SchemaExt, error) {
	const look = 10 // one visit costs about as much as ten steps of a path
	choices, _ := part["enum"].([]any)
	return visit{s, look + len(choices)}, checkKeywords(part)
}

// pattern returns a pattern of a schema, or of an answer where the schema requires a pattern.
func (s *Schema) pattern(text string) (jsonschema.Regexp, error) {
	p, err := expect.Compile(text)
	if err != nil {
		return nil, err
	}
	return schemaPattern{p, s}, nil
}

type schemaPattern struct {
	*expect.Regexp
	schema *Schema
}

// MatchString implements jsonschema.Regexp.
func (p schemaPattern) MatchString(text string) bool {
	p.schema.spend(PatternSteps(p.Regexp, text))
	return p.Regexp.MatchString(text)
}

// PatternSteps returns the cost of one match in steps of a budget; steps of a pattern are a hundred times as fast.
func PatternSteps(p *expect.Regexp, text string) int {
	return 1 + p.Steps*(len(text)+1)/100
}
