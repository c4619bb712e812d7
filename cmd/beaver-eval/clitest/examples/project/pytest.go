package project

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// LacksPytest says in a line what the tests of the pytest plugin need but the machine lacks; empty: nothing.
func LacksPytest() string {
	out, err := exec.Command("pytest", "-p", "xdist", "-p", "pytest_asyncio", "--version").CombinedOutput()
	if err != nil {
		return fmt.Sprintf("no pytest with pytest-xdist and pytest-asyncio (%v: %.200s)", err, out)
	}
	return ""
}

// InstallPlugin writes the pytest plugin of clients/python into a folder, as pip installs it: pytest loads it if the
// folder is in PYTHONPATH.
func InstallPlugin(t testing.TB, dir string) {
	t.Helper()
	from := filepath.Join(Folder(t), "..", "..", "clients", "python")
	text, err := os.ReadFile(filepath.Join(from, "pyproject.toml"))
	if err != nil {
		t.Fatal(err)
	}
	entry := regexp.MustCompile(`(?m)^\[project\.entry-points\.pytest11\]\n(.*) = "(.*)"$`).FindSubmatch(text)
	if entry == nil {
		t.Fatal("clients/python/pyproject.toml names no plugin of pytest")
	}
	name, module := string(entry[1]), string(entry[2])
	code, err := os.ReadFile(filepath.Join(from, module+".py"))
	if err != nil {
		t.Fatal(err)
	}
	Write(t, filepath.Join(dir, module+".py"), string(code))
	info := filepath.Join(dir, module+"-0.dist-info")
	Write(t, filepath.Join(info, "METADATA"), "Metadata-Version: 2.1\nName: "+module+"\nVersion: 0\n")
	Write(t, filepath.Join(info, "entry_points.txt"), fmt.Sprintf("[pytest11]\n%s = %s\n", name, module))
}
