package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/schema"
)

var update = flag.Bool("update", false, "write the comments of the source to comments.json")

// TestComments compares the embedded comments with those of the types and fields that are in schemas.
func TestComments(t *testing.T) {
	got := map[string]string{}
	for _, kind := range schema.Kinds() {
		schema.Made(kind, loadSystems(t), func(of reflect.Type, field string) string {
			if text := commentOf(t, of, field); text != "" {
				got[schema.Key(of, field)] = text
			}
			return ""
		})
	}
	if *update {
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("comments.json", text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile("comments.json")
	if err != nil {
		t.Fatal(err)
	}
	var kept map[string]string
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(kept, got); diff != "" {
		t.Errorf("comments.json is not what the source says: go test ./suites/schema -update\n%s", diff)
	}
}

// commentOf returns the comment of a type in the source, or of one of its fields.
func commentOf(t *testing.T, of reflect.Type, field string) string {
	t.Helper()
	key := schema.Key(of, field)
	pkg, _, _ := strings.Cut(path.Base(key), ".")
	return commentsOf(t, path.Join(path.Dir(key), pkg))[key]
}

var parsed = map[string]map[string]string{}

// commentsOf returns the comments of the types of a package and of their fields, by key.
func commentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	if all, ok := parsed[dir]; ok {
		return all
	}
	all := map[string]string{}
	parsed[dir] = all
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(dir), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			decl, ok := n.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				return true
			}
			for _, s := range decl.Specs {
				s := s.(*ast.TypeSpec)
				of := dir + "." + s.Name.Name
				keep(all, of, s.Name.Name, decl.Doc, s.Doc)
				if fields, ok := s.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, name := range f.Names {
							keep(all, of+"."+name.Name, "", f.Doc, f.Comment)
						}
					}
				}
			}
			return true
		})
	}
	return all
}

// keep keeps the first of some comments, as a sentence for those who write files: its first paragraph, without the name
// of the type. What follows is for those who read the code.
func keep(all map[string]string, key, name string, groups ...*ast.CommentGroup) {
	for _, g := range groups {
		text, _, _ := strings.Cut(strings.TrimSpace(g.Text()), "\n\n")
		if text != "" {
			all[key] = sentence(strings.ReplaceAll(text, "\n", " "), name)
			return
		}
	}
}

var predicate = regexp.MustCompile(`^(?:(?:is|are) |([a-z]+s ))`)

// sentence returns a comment that may begin with a name: "Draft is the expected draft." becomes "The expected draft."
func sentence(text, name string) string {
	if rest, ok := strings.CutPrefix(text, name+" "); ok && predicate.MatchString(rest) {
		text = predicate.ReplaceAllString(rest, "$1")
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// A comment is one of Go: what it says of nil, of constants or of other fields means nothing to others.
var ofGo = regexp.MustCompile(`\bnil\b|zero value|\b[a-z]+\.[A-Z]|\b[a-z]*[A-Z][a-z]+[A-Z]`)

// namesOfOthers are words that look like names of Go.
var namesOfOthers = strings.NewReplacer("OpenClaw", "", "JSONPath", "", "skillKey", "", "primaryEnv", "")

// Every key has a meaning, in words for those who write files.
func TestMeanings(t *testing.T) {
	data, err := os.ReadFile("comments.json")
	if err != nil {
		t.Fatal(err)
	}
	var kept map[string]string
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	for key, text := range kept {
		if word := ofGo.FindString(namesOfOthers.Replace(text)); word != "" {
			t.Errorf("%s: %q means something in Go alone: %s", key, word, text)
		}
	}
	for _, kind := range schema.Kinds() {
		schema.Made(kind, loadSystems(t), func(of reflect.Type, field string) string {
			if key := schema.Key(of, field); field != "" && kept[key] == "" {
				t.Errorf("%s has no comment, so %s files have a key without a meaning", key, kind)
			}
			return ""
		})
	}
}
