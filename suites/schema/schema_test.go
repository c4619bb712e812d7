package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/schema"
)

func loadSystems(t *testing.T) map[string]pipeline.System {
	t.Helper()
	all, err := systems.All()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]pipeline.System{}
	for _, s := range all {
		named[s.Name()] = s
	}
	return named
}

// compiled returns the schemas of all kinds.
func compiled(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	all := map[string]*jsonschema.Schema{}
	c := jsonschema.NewCompiler()
	for _, kind := range schema.Kinds() {
		text, err := schema.Of(kind, loadSystems(t))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(kind+".json", doc); err != nil {
			t.Fatal(err)
		}
		if all[kind], err = c.Compile(kind + ".json"); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// document is a file of the repository, or a line of one, as JSON.
type document struct {
	kind, name string
	data       []byte
}

// documents returns all suites, cases, goldens and root files of the repository that can be read.
func documents(t *testing.T, known map[string]pipeline.System) []document {
	t.Helper()
	var all []document
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		kind := kindOf(name)
		if err != nil || d.IsDir() || kind == "" {
			return err
		}
		data, err := os.ReadFile(path.Join("../..", name))
		if err != nil {
			return err
		}
		texts := [][]byte{data}
		if path.Ext(name) == ".jsonl" {
			texts = bytes.Split(bytes.TrimSpace(data), []byte("\n"))
		}
		for i, text := range texts {
			n, err := strict.ParseYAML(name, text)
			if err != nil || n.Kind != strict.Map { // a broken file of a test, or comments alone
				continue
			}
			d := document{kind, fmt.Sprintf("%s:%d", name, i+1), n.JSON()}
			if decode(d, known) == nil {
				all = append(all, d)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// kindOf returns the kind of a file by its path; empty: it is of none.
func kindOf(name string) string {
	ext := path.Ext(name)
	yaml := ext == ".yaml" || ext == ".yml"
	in := func(folder string) bool { return strings.Contains("/"+path.Dir(name)+"/", "/"+folder+"/") }
	switch {
	case strings.HasPrefix(name, ".") || in("node_modules") || in("reports") || in("recordings"):
		return ""
	case path.Base(name) == project.RootFile:
		return schema.Project
	case yaml && strings.HasSuffix(path.Dir("/"+name), "/suites"):
		return schema.Suite
	case (yaml || ext == ".jsonl") && in("conversations"):
		return schema.Case
	case yaml && in("goldens"):
		return schema.Golden
	}
	return ""
}

// decode reads a document as the program does.
func decode(d document, known map[string]pipeline.System) error {
	names := slices.Sorted(maps.Keys(known))
	switch d.kind {
	case schema.Golden:
		_, err := goldens.Read("f.yaml", d.data)
		return err
	case schema.Project:
		_, err := project.Parse("f.yaml", d.data)
		return err
	}
	n, err := strict.ParseYAML("f.yaml", d.data)
	if err != nil {
		return err
	}
	if d.kind == schema.Suite {
		rest, blocks := n.Split(names)
		errs := []error{rest.Decode(&project.Suite{})}
		for name, b := range blocks {
			of, _ := known[name].Blocks()
			if described, ok := known[name].(pipeline.Configured); ok {
				of = described.Describe()
			}
			errs = append(errs, b.Decode(of))
		}
		return errors.Join(errs...)
	}
	c, err := fixtures.Decode(n, names)
	if c == nil {
		return err
	}
	errs := []error{err}
	for _, name := range names {
		of, _ := known[name].Blocks()
		errs = append(errs, c.Block(name, of))
		for _, turn := range c.AllTurns() {
			_, of := known[name].Blocks()
			errs = append(errs, turn.Block(name, of))
		}
	}
	return errors.Join(errs...)
}

// valid returns an error if a document does not fulfil the schema of its kind.
func valid(d document, schemas map[string]*jsonschema.Schema) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.data))
	if err != nil {
		return err
	}
	return schemas[d.kind].Validate(v)
}

// What the program reads, the schemas accept: each file of the repository and its examples. And a misspelt key in any
// map of them is refused by the schema where, and only where, the program refuses it.
func TestAccepts(t *testing.T) {
	t.Parallel()
	schemas, known := compiled(t), loadSystems(t)
	read, seen, law := map[string]int{}, map[string]bool{}, misspelling{schemas: schemas, known: known}
	for _, d := range documents(t, known) {
		read[d.kind]++
		if err := valid(d, schemas); err != nil {
			t.Errorf("%s is no %s: %v", d.name, d.kind, err)
		}
		var root any
		if err := json.Unmarshal(d.data, &root); err != nil {
			t.Fatal(err)
		}
		each(root, d.kind, func(at string, m map[string]any) {
			if !seen[at] {
				seen[at] = true
				law.holds(t, d, root, at, m)
			}
		})
	}
	for kind, least := range map[string]int{schema.Suite: 50, schema.Case: 200, schema.Golden: 200, schema.Project: 1} {
		if read[kind] < least {
			t.Errorf("%d files of the kind %s were tried", read[kind], kind)
		}
	}
	if law.refused < 100 || law.taken < 20 {
		t.Errorf("%d misspelt keys were refused and %d taken", law.refused, law.taken)
	}
}

// misspelling compares what becomes of misspelt keys.
type misspelling struct {
	schemas        map[string]*jsonschema.Schema
	known          map[string]pipeline.System
	refused, taken int
}

// holds puts a key zzz into a map of a document, with the value of another key.
func (l *misspelling) holds(t *testing.T, d document, root any, at string, m map[string]any) {
	t.Helper()
	m["zzz"] = "x"
	for _, k := range slices.Sorted(maps.Keys(m))[:1] {
		m["zzz"] = m[k]
	}
	data, err := json.Marshal(root)
	delete(m, "zzz")
	if err != nil {
		t.Fatal(err)
	}
	misspelt := document{d.kind, d.name, data}
	err = decode(misspelt, l.known)
	refuses := err != nil && strings.Contains(err.Error(), `unknown key "zzz"`)
	switch {
	case refuses:
		l.refused++
	case err == nil:
		l.taken++
	default: // it is wrong for another reason
		return
	}
	if got := valid(misspelt, l.schemas) != nil; got != refuses {
		t.Errorf("%s: a key zzz in %s: the schema refuses it: %v, the program: %v", d.name, at, got, refuses)
	}
}

// The program refuses a misspelt key in each struct that a schema describes, wherever the struct is.
func TestEveryStruct(t *testing.T) {
	t.Parallel()
	known := loadSystems(t)
	for _, kind := range schema.Kinds() {
		text, err := schema.Of(kind, known)
		if err != nil {
			t.Fatal(err)
		}
		w := walk{tried: map[string]bool{}}
		if err := json.Unmarshal(text, &w.root); err != nil {
			t.Fatal(err)
		}
		w.visit(w.root, func(inner any) any { return inner }, func(name string, doc any) {
			data, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			err = decode(document{kind, name, data}, known)
			if err == nil || !strings.Contains(err.Error(), `unknown key "zzz"`) {
				t.Errorf("%s: %s: a key zzz is not refused: %v\n%s", kind, name, err, data)
			}
		})
		if want := len(w.root["definitions"].(map[string]any)); len(w.tried) != want {
			t.Errorf("%s: %d of %d structs were tried", kind, len(w.tried), want)
		}
	}
}

// walk makes a document for each definition of a schema, in which a struct has a key that it does not take.
type walk struct {
	root  map[string]any
	tried map[string]bool // definitions that were tried
}

// visit tries the structs below a part of the schema. around puts a value where that part is.
func (w *walk) visit(part map[string]any, around func(any) any, try func(name string, doc any)) {
	if name, ok := strings.CutPrefix(text(part["$ref"]), "#/definitions/"); ok {
		if w.tried[name] {
			return
		}
		w.tried[name] = true
		of := w.root["definitions"].(map[string]any)[name].(map[string]any)
		try(name, around(with(w.smallest(of), "zzz", "x")))
		for key, property := range of["properties"].(map[string]any) {
			w.visit(property.(map[string]any), func(v any) any { return around(with(w.smallest(of), key, v)) }, try)
		}
	}
	if list, ok := part["anyOf"].([]any); ok {
		for _, one := range list {
			w.visit(one.(map[string]any), around, try)
		}
	}
	if items, ok := part["items"].(map[string]any); ok {
		w.visit(items, func(v any) any { return around([]any{v}) }, try)
	}
	if values, ok := part["additionalProperties"].(map[string]any); ok {
		w.visit(values, func(v any) any { return around(map[string]any{"main": v}) }, try)
	}
	if then, ok := part["then"].(map[string]any); ok {
		w.visit(then, func(v any) any { return around(with(v, "text", "x")) }, try)
	}
}

// smallest returns a value that a part of a schema takes: a map has its required keys alone.
func (w *walk) smallest(part map[string]any) any {
	if name, ok := strings.CutPrefix(text(part["$ref"]), "#/definitions/"); ok {
		return w.smallest(w.root["definitions"].(map[string]any)[name].(map[string]any))
	}
	if list, ok := part["anyOf"].([]any); ok {
		return w.smallest(list[0].(map[string]any))
	}
	if list, ok := part["enum"].([]any); ok {
		return list[0]
	}
	switch part["type"] {
	case "integer", "number":
		return 2
	case "array":
		return []any{}
	case "object":
		of := map[string]any{}
		required, _ := part["required"].([]any)
		for _, key := range required {
			of[key.(string)] = w.smallest(part["properties"].(map[string]any)[key.(string)].(map[string]any))
		}
		return of
	}
	return "x"
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// with returns a map with another key.
func with(v any, key string, value any) any {
	m := maps.Clone(v.(map[string]any))
	m[key] = value
	return m
}

// each calls f with every map below a value, and its path without the indexes of lists. f may change the map.
func each(v any, at string, f func(at string, m map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			each(v[k], at+"."+k, f)
		}
		f(at, v)
	case []any:
		for _, item := range v {
			each(item, at+"[]", f)
		}
	}
}
