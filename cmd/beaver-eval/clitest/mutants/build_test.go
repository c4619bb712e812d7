// Package mutants_test breaks the systems themselves, in one place at a time, and tests that the matrix of faults finds
// it.
package mutants_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// root is the path to the repository's root.
const root = "../../../.."

// variable names the active defect of a program; empty: none. All defects are built into one program, since building
// one for each takes minutes.
const variable = "BEAVER_EVAL_MUTANT"

// mutation is the source of a function that reports whether a defect is active.
const mutation = `package %s

import "os"

func mutant(name string) bool { return os.Getenv("` + variable + `") == name }
`

// build returns the program with all defects built in, all inactive by default.
func build(t *testing.T) (program string) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(name, text string) { // of a file below pipeline
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		original, err := filepath.Abs(filepath.Join(root, "pipeline", name))
		if err != nil {
			t.Fatal(err)
		}
		replace[original] = file
	}
	for name, text := range mutated(t) {
		put(name, text)
		folder := path.Dir(name)
		put(folder+"/mutant.go", fmt.Sprintf(mutation, path.Base(folder)))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	plan := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(plan, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "beaver-eval-mutated.exe") // a name that every platform can start
	cmd := exec.Command("go", "build", "-overlay", plan, "-o", program,
		"./cmd/beaver-eval")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// mutated returns the sources with the defects, by their names below pipeline. The text of each edit must occur once in
// the original source.
func mutated(t *testing.T) map[string]string {
	t.Helper()
	sources := map[string]string{}
	for _, m := range all() {
		for _, e := range m.edits {
			if _, read := sources[e.file]; !read {
				text, err := os.ReadFile(filepath.Join(root, "pipeline", e.file))
				if err != nil {
					t.Fatal(err)
				}
				sources[e.file] = string(text)
			}
			if n := strings.Count(sources[e.file], e.old); n != 1 {
				t.Fatalf("%s: %s has %d times the text to change, want 1:\n%s", m.name, e.file, n, e.old)
			}
			sources[e.file] = strings.Replace(sources[e.file], e.old, e.with(m.name), 1)
		}
	}
	return sources
}

// edit changes a text of a source.
type edit struct {
	file, old string // the file below pipeline
	new       string // MUTANT stands for the check whether the defect is active
}

func (e edit) with(name string) string {
	return strings.ReplaceAll(e.new, "MUTANT", fmt.Sprintf("mutant(%q)", name))
}
