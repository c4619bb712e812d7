package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/schema"
)

const keysPage = `# Keys

Every key of the YAML files of a project, made from the schemas of ` + "`beaver-eval check --schema`" + ` by
` + "`go test ./suites/schema -run TestReference -update`" + `. [fixtures.md](../fixtures.md) explains cases and suites, with examples;
[editors.md](../editors.md) has an editor complete them. A mapping by stage has the key ` + "`default`" + ` for all other stages.
What the type calls a mapping with a link has the keys of that section. **Bold** keys are required.
`

// titles are the headings of the kinds of files, in the order of the page.
var titles = []struct{ kind, title string }{
	{schema.Project, "beaver-eval.yaml"},
	{schema.Suite, "Suites"},
	{schema.Case, "Cases"},
	{schema.Golden, "Goldens"},
}

// The page of keys has every key that a schema has, with its type, its default and its meaning.
func TestReference(t *testing.T) {
	p := keys{places: map[string]string{}, about: map[string]string{}}
	p.WriteString(keysPage)
	known := loadSystems(t)
	for _, of := range titles {
		made := schema.Made(of.kind, known, func(of reflect.Type, field string) string {
			return commentOf(t, of, field)
		})
		text, err := json.Marshal(made)
		if err != nil {
			t.Fatal(err)
		}
		var root part
		if err := json.Unmarshal(text, &root); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&p, "\n## %s\n", of.title)
		p.kind, p.definitions = of.kind, root.Definitions
		p.reach(root.Ref, "")
		for len(p.waiting) > 0 {
			p.section(p.waiting[0])
			p.waiting = p.waiting[1:]
		}
	}
	file := filepath.Join("..", "..", "docs", "reference", "keys.md")
	if *update {
		if err := os.WriteFile(file, []byte(p.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(page), p.String()); d != "" {
		t.Errorf("-update writes the page (-page +schemas):\n%s", d)
	}
}

// part is a JSON Schema, as far as schemas of files use one.
type part struct {
	Ref         string          `json:"$ref"`
	Type        any             `json:"type"` // a text, or a list of them
	Description string          `json:"description"`
	Enum        []string        `json:"enum"`
	AnyOf       []part          `json:"anyOf"`
	Items       *part           `json:"items"`
	Then        *part           `json:"then"`
	Minimum     int             `json:"minimum"`
	Required    []string        `json:"required"`
	Properties  map[string]part `json:"properties"`
	Additional  json.RawMessage `json:"additionalProperties"` // false, or the schema of each entry
	Definitions map[string]part `json:"definitions"`
}

// keys writes the page: a section for each definition, at the first place that has one.
type keys struct {
	strings.Builder
	kind        string
	definitions map[string]part
	places      map[string]string // of a definition: the title of its section
	about       map[string]string // by the anchor of a section: what the comment of its type says
	waiting     []place           // sections to write
}

// place is where a definition is: as turns[].expect, empty for the file itself.
type place struct{ definition, at string }

// reach returns the title of the section of a definition. The first one to reach it has the section written.
func (k *keys) reach(ref, at string) string {
	name := strings.TrimPrefix(ref, "#/definitions/")
	if _, ok := k.places[name]; !ok {
		k.places[name] = strings.TrimSpace(k.kind + " " + at)
		k.waiting = append(k.waiting, place{name, at})
	}
	return k.places[name]
}

func (k *keys) section(at place) {
	of := k.definitions[at.definition]
	if at.at != "" {
		fmt.Fprintf(k, "\n### %s `%s`\n", k.kind, at.at)
		if text := k.about[anchor(strings.TrimSpace(k.kind+" "+at.at))]; text != "" {
			fmt.Fprintf(k, "\n%s\n", cell(text))
		}
	}
	k.WriteString("\n| key | type | default | meaning |\n| --- | --- | --- | --- |\n")
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(of.Properties)), func(key string) bool {
		return slices.Contains(of.Required, key)
	})
	for _, key := range slices.Concat(slices.Sorted(slices.Values(of.Required)), rest) {
		property := of.Properties[key]
		name := "`" + key + "`"
		if slices.Contains(of.Required, key) {
			name = "**" + name + "**"
		}
		inner := key
		if at.at != "" {
			inner = at.at + "." + key
		}
		kind, meaning := k.typeOf(property, inner), property.Description
		if to := linked.FindStringSubmatch(kind); to != nil {
			if own, ofType, both := strings.Cut(meaning, "\n\n"); both { // once, where the keys of the type are
				meaning, k.about[to[1]] = own, ofType
			}
		}
		meaning, value := defaultOf(meaning)
		fmt.Fprintf(k, "| %s | %s | %s | %s |\n", name, cell(kind), cell(value), cell(meaning))
	}
}

var linked = regexp.MustCompile(`\]\(#([^)]+)\)`)

var saysDefault = regexp.MustCompile(`(?:^D|[;,] d)efault:? ([^;]+?)\.(?: |\n|$)`)

// defaultOf returns a meaning without its default, and the default; empty: it says none.
func defaultOf(meaning string) (rest, value string) {
	m := saysDefault.FindStringSubmatchIndex(meaning)
	if m == nil {
		return meaning, ""
	}
	rest = meaning[:m[0]]
	if rest != "" {
		rest += ". "
	}
	return strings.TrimSpace(rest + meaning[m[1]:]), meaning[m[2]:m[3]]
}

func cell(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(text)), " ")
}

// typeOf says in words what a part of a schema takes.
func (k *keys) typeOf(of part, at string) string {
	var each part
	switch {
	case of.Ref != "":
		title := k.reach(of.Ref, at)
		return "[mapping](#" + anchor(title) + ")"
	case of.Then != nil:
		return "any value, or " + k.typeOf(*of.Then, at)
	case len(of.AnyOf) > 0:
		return k.either(of.AnyOf, at)
	case len(of.Enum) > 0:
		return "`" + strings.Join(of.Enum, "`, `") + "`"
	case of.Items != nil:
		return "list: " + k.typeOf(*of.Items, at+"[]")
	case json.Unmarshal(of.Additional, &each) == nil && string(of.Additional) != "false":
		return "mapping, each: " + k.typeOf(each, at+".*")
	}
	name, _ := of.Type.(string)
	if list, ok := of.Type.([]any); ok {
		name, _ = list[0].(string)
	}
	words := map[string]string{
		"": "any value", "string": "text", "integer": "whole number", "boolean": "true or false",
	}[name]
	if words == "" {
		words = name
	}
	if of.Minimum > 0 {
		words += fmt.Sprintf(" from %d", of.Minimum)
	}
	return words
}

func (k *keys) either(of []part, at string) string {
	var all []string
	for _, one := range of {
		text := k.typeOf(one, at)
		if len(all) > 0 && strings.HasPrefix(text, "list: "+all[0]) {
			text = "a list of such"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; or ")
}

var unmarked = regexp.MustCompile(`[^a-z0-9 _-]`)

// anchor returns the anchor of a heading, as GitHub makes it.
func anchor(title string) string {
	for _, of := range titles {
		if title == of.kind {
			title = of.title
		}
	}
	return strings.ReplaceAll(unmarked.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
}
