package project

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// packagesVariable names the folder of the packages that examples import; the default is the one that `npm ci` makes
// beside the examples.
const packagesVariable = "BEAVER_EVAL_EXAMPLES"

// Packages returns the folder of the packages that examples import; empty: there is none.
func Packages(t testing.TB) string {
	t.Helper()
	dir := os.Getenv(packagesVariable)
	if dir == "" {
		dir = filepath.Join(Folder(t), "node_modules")
	}
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

// Lacks says in a line what the example needs but the machine lacks; empty: nothing.
func (e Example) Lacks(t testing.TB) string {
	t.Helper()
	for _, program := range e.Needs {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Sprintf("docs/examples/%s needs %s, which is not there", e.Name, program)
		}
	}
	if e.NPM && Packages(t) == "" {
		return fmt.Sprintf("docs/examples/%s needs packages of npm: run npm ci in docs/examples, or set %s", e.Name,
			packagesVariable)
	}
	if e.Client == "python" {
		if lacks := LacksPytest(); lacks != "" {
			return fmt.Sprintf("docs/examples/%s: %s", e.Name, lacks)
		}
	}
	dir := filepath.Join(Folder(t), e.Name)
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		return ""
	}
	if _, notes, code := Execute(t, dir, "go", "list", "-deps", "."); code != 0 {
		return fmt.Sprintf("docs/examples/%s needs modules: run go mod download there (%.200s)", e.Name, notes)
	}
	return ""
}

// Copy returns a copy of an example, with the packages that it imports above it. The test is skipped if the machine
// lacks what the example needs.
func (e Example) Copy(t testing.TB) string {
	t.Helper()
	if lacks := e.Lacks(t); lacks != "" {
		t.Skip(lacks)
	}
	root := t.TempDir()
	if e.NPM {
		if err := os.Symlink(Packages(t), filepath.Join(root, "node_modules")); err != nil {
			t.Skipf("docs/examples/%s needs a link to packages of npm: %v", e.Name, err)
		}
	}
	dir := filepath.Join(root, e.Name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(Folder(t), e.Name))); err != nil {
		t.Fatal(err)
	}
	switch e.Client {
	case "node":
		CopyClient(t, e.Client, filepath.Join(dir, "node_modules"))
	case "python":
		InstallPlugin(t, filepath.Join(root, "site"))
	}
	for _, left := range []string{"reports", ".beaver-eval.lock"} { // of a developer's own run
		if err := os.RemoveAll(filepath.Join(dir, left)); err != nil {
			t.Fatal(err)
		}
	}
	if e.Needs[0] == "go" {
		compile(t, dir)
	}
	return dir
}

// compiling is held so that tests beside each other do not both compile the same packages.
var compiling sync.Mutex

// compile compiles what a program in Go imports, which takes too long for a turn.
func compile(t testing.TB, dir string) {
	t.Helper()
	compiling.Lock()
	defer compiling.Unlock()
	if out, notes, code := Execute(t, dir, "go", "list", "-export", "-deps", "."); code != 0 {
		t.Fatalf("docs/examples/%s is not built: %s%s", filepath.Base(dir), out, notes)
	}
}

// CopyClient copies the npm package in a folder below clients into a folder of packages, as npm installs it.
func CopyClient(t testing.TB, client, packages string) {
	t.Helper()
	from := filepath.Join(Folder(t), "..", "..", "clients", client)
	text, err := os.ReadFile(filepath.Join(from, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var pkg struct{ Name string }
	if err := json.Unmarshal(text, &pkg); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(packages, pkg.Name), os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
