package beaver_test

import (
	"bufio"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
)

// rule matches the id of a rule: with its dash in a tag and in a subtest's name, without it in the name of a Go test.
var (
	rule      = regexp.MustCompile(`\b[A-Z]{1,2}-[0-9]+\b`)
	ruleInGo  = regexp.MustCompile(`_([A-Z]{1,2})([0-9]+)`)
	wholeRule = regexp.MustCompile(`^[A-Z]{1,2}-[0-9]+$`)
)

// places maps rule ids to the files or tests that name them.
type places map[string][]string

func (p places) add(id, where string) { p[id] = append(p[id], where) }

// Every implemented rule has a case or a test, and only existing rules are named. testdata/rules.txt lists them all;
// the word "later" marks those that wait for other work.
func TestRulesAreCovered(t *testing.T) {
	built, known := readRules(t)
	named := places{}
	named.addCases(t)
	named.addTests(t, "*_test.go")
	named.addTests(t, "../wire/*_test.go")
	for _, id := range built {
		if len(named[id]) == 0 {
			t.Errorf("rule %s: no case has it among its tags, and no test in its name", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(named)) {
		if !slices.Contains(known, id) {
			t.Errorf("there is no rule %s, but %s names it", id, strings.Join(named[id], ", "))
		}
	}
}

// readRules returns the ids that need a case or a test, and all ids.
func readRules(t *testing.T) (built, known []string) {
	t.Helper()
	f, err := os.Open("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		id, when, waits := strings.Cut(strings.TrimSpace(sc.Text()), " ")
		switch {
		case !wholeRule.MatchString(id), waits && when != "later", slices.Contains(known, id):
			t.Fatalf("testdata/rules.txt:%d: want a new id, with the word later or nothing behind it, got %q", n,
				sc.Text())
		case !waits:
			built = append(built, id)
		}
		known = append(known, id)
	}
	if err := sc.Err(); err != nil || len(built) == 0 {
		t.Fatalf("testdata/rules.txt: %d rules, %v", len(built), err)
	}
	return built, known
}

// addCases adds the tags of all cases that look like a rule's id.
func (p places) addCases(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir("../../fixtures/conversations")
	if err != nil {
		t.Fatal(err)
	}
	globs := []string{"*.yaml"}
	for _, e := range entries {
		_, err := os.Stat("../../docs/systems/" + e.Name() + ".md") // of another system
		if e.IsDir() && err != nil && e.Name() != "common" {
			globs = append(globs, e.Name()+"/**")
		}
	}
	set, err := fixtures.Open(context.Background(), os.DirFS("../../fixtures"), fixtures.Query{Dir: "conversations",
		Globs: globs, Systems: []string{"beaver"}})
	if err != nil {
		t.Fatal(err)
	}
	err = set.Each(t.Context(), func(src fixtures.Source) error {
		c, err := src.Decode([]string{"beaver"})
		if err != nil {
			return err
		}
		for _, tag := range c.Tags {
			if wholeRule.MatchString(tag) {
				p.add(tag, src.File)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// addTests adds the ids in the names of tests and of their subtests, as far as those are literals.
func (p places) addTests(t *testing.T, glob string) {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && isTest(f.Name.Name) {
				p.addTest(f)
			}
		}
	}
}

func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")
}

func (p places) addTest(f *ast.FuncDecl) {
	for _, m := range ruleInGo.FindAllStringSubmatch(f.Name.Name, -1) {
		p.add(m[1]+"-"+m[2], f.Name.Name)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && isRun(call.Fun) && len(call.Args) > 0 {
			for _, id := range rule.FindAllString(written(call.Args[0]), -1) {
				p.add(id, f.Name.Name)
			}
		}
		return true
	})
}

func isRun(fun ast.Expr) bool {
	s, ok := fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Run"
}

// written returns the literal part of a subtest's name.
func written(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return written(e.X) + written(e.Y)
	}
	return ""
}
