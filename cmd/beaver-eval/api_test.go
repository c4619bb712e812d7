package main

import (
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/api.txt anew")

// stablePackages are the packages that a user's Go program may import: docs/own-system.md names them, and their
// comments say Stable.
var stablePackages = []string{"cmd/beaver-eval/cli", "pipeline", "pipeline/reply"}

// The API of the stable packages is that of testdata/api.txt, and exposes no type of another package of the module. A
// change of the file is a change for users.
func TestStableAPI(t *testing.T) {
	built := builtPackages(t)
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(built[path].Export)
	})
	var lines []string
	for _, name := range stablePackages {
		p, err := from.Import(module + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, apiOf(p)...)
	}
	got := strings.Join(lines, "\n") + "\n"
	for _, shown := range regexp.MustCompile(regexp.QuoteMeta(module)+`/[\w/-]+`).FindAllString(got, -1) {
		if !slices.Contains(stablePackages, strings.TrimPrefix(shown, module+"/")) {
			t.Errorf("the stable packages show a type of %s", shown)
		}
	}
	got = strings.ReplaceAll(got, module+"/", "")
	const file = "testdata/api.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("the API of the stable packages has changed; go test ./cmd/beaver-eval -update writes %s anew "+
			"(-want +got):\n%s", file, d)
	}
}

// apiOf returns the exported names of a package, a line each: fields and methods too, sorted.
func apiOf(p *types.Package) []string {
	qualified := func(of *types.Package) string {
		if of == p {
			return ""
		}
		return of.Path()
	}
	begin := "pkg " + p.Path() + ", "
	var lines []string
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		named, isNamed := obj.Type().(*types.Named)
		if _, isType := obj.(*types.TypeName); !isType || !isNamed {
			lines = append(lines, begin+types.ObjectString(obj, qualified))
			continue
		}
		kind := types.TypeString(named.Underlying(), qualified)
		if s, isStruct := named.Underlying().(*types.Struct); isStruct {
			kind = "struct"
			for f := range s.Fields() {
				if f.Exported() {
					lines = append(lines, fmt.Sprintf("%stype %s struct, %s %s", begin, name, f.Name(),
						types.TypeString(f.Type(), qualified)))
				}
			}
		}
		lines = append(lines, begin+"type "+name+" "+kind)
		for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
			if m.Obj().Exported() {
				lines = append(lines, fmt.Sprintf("%smethod (%s) %s%s", begin, name, m.Obj().Name(),
					strings.TrimPrefix(types.TypeString(m.Type(), qualified), "func")))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// A page names each stable package, and its comment says so.
func TestStablePackagesAreNamed(t *testing.T) {
	page, err := os.ReadFile("../../docs/own-system.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range stablePackages {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/own-system.md does not name `%s`", name)
		}
	}
	built := builtPackages(t)
	for of, p := range built {
		name, own := strings.CutPrefix(of, module+"/")
		if !own {
			continue
		}
		says := false
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(path.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			says = says || regexp.MustCompile(`(?m)^// Stable: `).Match(text)
		}
		if says != slices.Contains(stablePackages, name) {
			t.Errorf("%s: its comment says Stable: %v", name, says)
		}
	}
}
