package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/schema"
)

var update = flag.Bool("update", false, "write the comments of the source to comments.json")

// TestComments compares the embedded comments with those of the types and fields that are in schemas.
func TestComments(t *testing.T) {
	wanted := map[string]bool{}
	for _, kind := range schema.Kinds() {
		schema.Made(kind, loadSystems(t), func(of reflect.Type, field string) string {
			wanted[schema.Key(of, field)] = true
			return ""
		})
	}
	got := map[string]string{}
	for name := range wanted {
		dir := filepath.Dir(name) + "/" + strings.Split(filepath.Base(name), ".")[0]
		for key, text := range commentsOf(t, dir) {
			if wanted[key] {
				got[key] = text
			}
		}
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
				keep(all, of, decl.Doc, s.Doc)
				if fields, ok := s.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, name := range f.Names {
							keep(all, of+"."+name.Name, f.Doc, f.Comment)
						}
					}
				}
			}
			return true
		})
	}
	return all
}

// keep keeps the first of some comments, each paragraph on one line.
func keep(all map[string]string, key string, groups ...*ast.CommentGroup) {
	for _, g := range groups {
		if text := strings.TrimSpace(g.Text()); text != "" {
			paragraphs := strings.Split(text, "\n\n")
			for i, p := range paragraphs {
				paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
			}
			all[key] = strings.Join(paragraphs, "\n\n")
			return
		}
	}
}
