package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The files of a package have an order: each uses only declarations of files below it.
func TestFilesFormNoCircles(t *testing.T) {
	built := builtPackages(t)
	tried := 0
	for _, p := range built {
		if !strings.HasPrefix(p.ImportPath, module+"/") {
			continue
		}
		tried++
		uses, err := usesOfFiles(p, built)
		if err != nil {
			t.Errorf("%s: %v", p.ImportPath, err)
			continue
		}
		for _, circle := range circles(uses) {
			t.Errorf("%s: these files use one another: %s\n%s", strings.TrimPrefix(p.ImportPath, module+"/"),
				strings.Join(circle, ", "), usesWithin(uses, circle))
		}
	}
	if tried < 30 {
		t.Fatalf("only %d packages of the module: the list is not whole", tried)
	}
}

// The test above finds circles.
func TestCircles(t *testing.T) {
	uses := map[[2]string][]string{
		{"a", "b"}: {"f > g"}, {"b", "c"}: {"g > h"}, {"c", "b"}: {"h > T"}, {"c", "d"}: {"h > k"},
		{"e", "a"}: {"m > f"},
	}
	if got := circles(uses); len(got) != 1 || !slices.Equal(got[0], []string{"b", "c"}) {
		t.Errorf("circles %v, want b and c", got)
	}
	if got, want := usesWithin(uses, []string{"b", "c"}), "  b uses c: g > h\n  c uses b: h > T\n"; got != want {
		t.Errorf("uses %q, want %q", got, want)
	}
	delete(uses, [2]string{"c", "b"})
	if got := circles(uses); len(got) != 0 {
		t.Errorf("circles %v, want none", got)
	}
}

// builtPackage is a package with its files and the compiler's export data.
type builtPackage struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// builtPackages returns the packages of the module and all that they need, by import path. It uses no network.
func builtPackages(t *testing.T) map[string]builtPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", "./...")
	cmd.Dir = filepath.Join("..", "..") // a pattern with the module's name would need all modules
	cmd.Env = append(cmd.Environ(), "GOPROXY=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, stderrOf(err))
	}
	built := map[string]builtPackage{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p builtPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return built
		} else if err != nil {
			t.Fatal(err)
		}
		built[p.ImportPath] = p
	}
}

// usesOfFiles returns the uses of what other files of a package declare, as "user > used", by the files of both.
func usesOfFiles(p builtPackage, built map[string]builtPackage) (map[[2]string][]string, error) {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(built[path].Export)
	})}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := conf.Check(p.ImportPath, set, files, info)
	if err != nil {
		return nil, err
	}
	uses := map[[2]string][]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || !isTop(info.Uses[id], pkg) {
					return true
				}
				from := filepath.Base(set.Position(id.Pos()).Filename)
				if to := filepath.Base(set.Position(info.Uses[id].Pos()).Filename); to != from {
					at := [2]string{from, to}
					if use := nameOf(d) + " > " + id.Name; !slices.Contains(uses[at], use) {
						uses[at] = append(uses[at], use)
					}
				}
				return true
			})
		}
	}
	return uses, nil
}

// isTop reports whether an object is declared at the top of a file of the package, or is a method.
func isTop(obj types.Object, pkg *types.Package) bool {
	if obj == nil || obj.Pkg() != pkg {
		return false
	}
	f, ok := obj.(*types.Func)
	return obj.Parent() == pkg.Scope() || ok && f.Signature().Recv() != nil
}

func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return s.Name.Name
		case *ast.ValueSpec:
			return s.Names[0].Name
		}
	}
	return "_"
}

// circles returns the sets of files that reach one another, each in order.
func circles(uses map[[2]string][]string) [][]string {
	reach := map[string]map[string]bool{}
	for at := range uses {
		for _, name := range at {
			if reach[name] == nil {
				reach[name] = map[string]bool{}
			}
		}
		reach[at[0]][at[1]] = true
	}
	for over := range reach {
		for from := range reach {
			if reach[from][over] {
				maps.Copy(reach[from], reach[over])
			}
		}
	}
	var all [][]string
	for _, name := range slices.Sorted(maps.Keys(reach)) {
		var circle []string
		for _, other := range slices.Sorted(maps.Keys(reach)) {
			if reach[name][other] && reach[other][name] {
				circle = append(circle, other)
			}
		}
		if len(circle) > 0 && circle[0] == name {
			all = append(all, circle)
		}
	}
	return all
}

// usesWithin lists, a line for each pair of files of a circle, what one uses of the other.
func usesWithin(uses map[[2]string][]string, circle []string) string {
	text := ""
	for _, from := range circle {
		for _, to := range circle {
			if all := uses[[2]string{from, to}]; len(all) > 0 {
				text += "  " + from + " uses " + to + ": " + strings.Join(all, ", ") + "\n"
			}
		}
	}
	return text
}
