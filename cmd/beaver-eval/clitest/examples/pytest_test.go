package examples_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// pytested is a project whose tests pytest runs, with the plugin installed beside it.
type pytested struct {
	*testing.T
	dir string
}

// run runs pytest, which has to end with a code, and returns what it prints. Settings of the environment go before
// arguments, as in a shell.
func (p pytested) run(code int, args ...string) string {
	p.Helper()
	command := slices.IndexFunc(args, func(arg string) bool { return !strings.Contains(arg, "=") || arg[0] == '-' })
	if command < 0 {
		command = len(args)
	}
	all := append([]string{"PYTHONPATH=" + filepath.Join(filepath.Dir(p.dir), "site"), "PYTHONDONTWRITEBYTECODE=1"},
		args[:command]...)
	all = append(append(all, "pytest", "-q", "-p", "no:cacheprovider"), args[command:]...)
	out, notes, got := project.Execute(p, p.dir, "env", all...)
	if got != code {
		p.Fatalf("%s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, out, notes)
	}
	return out + notes
}

// shows checks that an output has texts.
func (p pytested) shows(out string, texts ...string) {
	p.Helper()
	for _, text := range texts {
		if !strings.Contains(out, text) {
			p.Errorf("nothing is said of %q:\n%s", text, out)
		}
	}
}

// The tests of an agent are cases: one worker or two, an edit of its prompt fails the tests that see it, and it is
// accepted by them. Quick tests have two workers only.
func TestPytestExample(t *testing.T) {
	t.Parallel()
	all := project.All()
	e := all[slices.IndexFunc(all, func(e project.Example) bool { return e.Name == "pytest" })]
	p := pytested{t, e.Copy(t)}
	counts := []string{"0", "2"}
	if testing.Short() {
		counts = counts[1:]
	}
	for _, workers := range counts {
		p.shows(p.run(0, "-n", workers), "6 passed")
	}

	project.Edit(t, filepath.Join(p.dir, "desk.py"), "Answer in one sentence.", "Answer in one short sentence.")
	for _, workers := range counts {
		out := p.run(1, "-n", workers)
		p.shows(out, "  -Answer in one sentence.\n", "  +Answer in one short sentence.\n",
			"FAILED test_desk.py::test_weather", "FAILED test_desk.py::test_side_by_side",
			"FAILED test_desk.py::test_no_desk", "3 failed, 3 passed")
		if strings.Contains(out, "Traceback") || strings.Contains(out, "beaver_eval_pytest.py") {
			t.Errorf("a difference is not shown as such:\n%s", out)
		}
	}
	p.shows(p.run(4, "CI=true", "--beaver-accept"), "CI")
	p.shows(p.run(1), "3 failed, 3 passed")
	p.shows(p.run(0, "--beaver-accept", "-n", "2"), "6 passed")
	p.shows(p.run(0, "CI=true"), "6 passed")

	project.Edit(t, filepath.Join(p.dir, "test_desk.py"), "def test_weather", "def test_wind")
	for _, workers := range counts {
		p.shows(p.run(1, "-n", workers), "1 failed, 5 passed",
			"goldens without a test: test_desk.py::test_weather\n")
	}
	if out := p.run(0, "-k", "berth"); strings.Contains(out, "without a test") {
		t.Errorf("some tests were left out, but it is told which goldens have none:\n%s", out)
	}
}

// attacked returns the project of testdata/pytest, after its tests in some files were accepted.
func attacked(t *testing.T, files ...string) pytested {
	t.Helper()
	if lacks := project.LacksPytest(); lacks != "" {
		t.Skip(lacks)
	}
	if runtime.GOOS == "windows" {
		t.Skip("signals, and env before a command")
	}
	root := t.TempDir()
	project.InstallPlugin(t, filepath.Join(root, "site"))
	p := pytested{t, filepath.Join(root, "desk")}
	if err := os.CopyFS(p.dir, os.DirFS(filepath.Join("testdata", "pytest"))); err != nil {
		t.Fatal(err)
	}
	if len(files) > 0 {
		p.run(0, append([]string{"--beaver-accept"}, files...)...)
	}
	return p
}

// Each test has the calls of its fixtures, its threads and its tasks, and skipped ones have none.
func TestPytestCases(t *testing.T) {
	t.Parallel()
	p := attacked(t, "test_ends.py")
	p.shows(p.run(0, "CI=true", "test_ends.py"), "13 passed, 2 skipped, 1 xfailed")
	p.shows(p.run(0, "CI=true", "-n", "2", "-p", "no:randomly", "--dist", "loadfile", "test_ends.py"),
		"13 passed, 2 skipped, 1 xfailed")
	out := p.run(1, "DESK=You are the desk of a large harbour.", "test_ends.py")
	p.shows(out, "-You are the desk of a small harbour.", "13 failed, 1 passed, 2 skipped")
	p.shows(p.run(0, "-p", "no:beaver", "--collect-only", "test_ends.py"), "16 tests collected")
}

// What is wrong in a mark or in answers is an error of its test, and of no other one.
func TestPytestWrong(t *testing.T) {
	t.Parallel()
	p := attacked(t)
	p.shows(p.run(1, "test_wrong.py"),
		"test_wrong.py::test_one and test_wrong.py::test_two share the case 'same'",
		"['answer']: want answers=, fault= or case=",
		"Object of type object is not JSON serializable",
		"dekc", "no-such-fault",
		"no request of the stage 'other' so far; stages with requests: desk",
		"3 failed, 1 passed, 4 errors")
}

// A test that runs again counts once, one that runs in a test counts there.
func TestPytestOtherWays(t *testing.T) {
	project.SkipIfQuick(t)
	t.Parallel()
	p := attacked(t, "again", "test_nested.py")
	p.shows(p.run(0, "CI=true", "again", "test_nested.py"), "2 passed")
	p.shows(p.run(1, "DESK=You are the desk of a large harbour.", "again"), "-You are the desk of a small harbour.",
		"1 passed, 1 error")
}

// However a test ends its process, the others count.
func TestPytestTrouble(t *testing.T) {
	project.SkipIfQuick(t)
	t.Parallel()
	p := attacked(t, "test_hard.py")
	p.shows(p.run(0, "CI=true", "test_hard.py"), "3 passed")
	p.shows(p.run(2, "TROUBLE=SIGINT", "test_hard.py"), "1 passed")
	p.shows(p.run(1, "TROUBLE=SIGKILL", "-n", "2", "test_hard.py"),
		"crashed while running 'test_hard.py::test_trouble'", "1 failed, 2 passed")
	p.shows(p.run(0, "test_hard.py"), "3 passed")
}

// Workers judge many tests, each its own.
func TestPytestManyTests(t *testing.T) {
	project.SkipIfQuick(t)
	t.Parallel()
	p := attacked(t)
	p.shows(p.run(0, "--beaver-accept", "-n", "2", "test_many.py"), "200 passed")
	p.shows(p.run(0, "CI=true", "-n", "2", "test_many.py"), "200 passed")
	p.shows(p.run(1, "DESK=You are the desk of a large harbour.", "-x", "test_many.py"), "1 failed in")
}

// Without a proxy only those tests fail that need it, and no model is asked instead.
func TestPytestWithoutProxy(t *testing.T) {
	project.SkipIfQuick(t)
	t.Parallel()
	p := attacked(t)
	program := "BEAVER_EVAL_BIN=" + filepath.Join(p.dir, "no-such-program")
	p.shows(p.run(1, program, "test_wrong.py", "test_many.py::test_number[7]"), "no-such-program cannot be started",
		"Base URLs of models lead to", "Connection refused", "1 passed")
	p.shows(p.run(4, program, "--beaver-accept"), "no-such-program cannot be started")
	p.shows(p.run(4, "--beaver-suite", "dekc"), "dekc")
	if err := os.Remove(filepath.Join(p.dir, "beaver-eval.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(p.dir, "suites")); err != nil {
		t.Fatal(err)
	}
	p.shows(p.run(1, "-vv", "test_wrong.py"), "not running: no project: neither beaver-eval.yaml nor",
		"test_fine PASSED")
}
