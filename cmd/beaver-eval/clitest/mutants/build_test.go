// Package mutants_test breaks the systems themselves, in one place at a time, and holds that the matrix of faults
// finds it.
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

// root is the repository's, from here.
const root = "../../../.."

// variable names the defect that a program has; empty: none. All defects are built into one program, as building one
// for each takes minutes.
const variable = "BEAVER_EVAL_MUTANT"

// mutation is what the mutated sources of a package ask: whether the program has a defect.
const mutation = `package %s

import "os"

func mutant(name string) bool { return os.Getenv("` + variable + `") == name }
`

// build returns the program with all defects built in, none of which it has by itself.
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
	program = filepath.Join(dir, "beaver-eval-mutated.exe") // a name that every system starts
	cmd := exec.Command("go", "build", "-overlay", plan, "-o", program,
		"./cmd/beaver-eval")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// mutated returns the sources with the defects, by their names below pipeline. Each edit finds its text once in the
// source as it is.
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
	new       string // MUTANT stands for the question whether the program has the defect
}

func (e edit) with(name string) string {
	return strings.ReplaceAll(e.new, "MUTANT", fmt.Sprintf("mutant(%q)", name))
}
