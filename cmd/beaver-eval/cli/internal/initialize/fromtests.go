package initialize

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// fromTests writes the suite of a program that its own tests drive, runs them twice, and accepts their prompts.
func (a *initApp) fromTests(ctx context.Context, w *writer, o initOptions) error {
	suite, dir := w.suiteOf(systemApp), w.project.Dir
	if w.has(suite) {
		return fmt.Errorf("%s is there already: give the tests a suite of their own, with app: {tests: [COMMAND]}",
			suite)
	}
	command, err := testsOf(dir, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "trying %s\n", strings.Join(command, " "))
	if err := a.Stdout.Flush(); err != nil {
		return console.Fault(err)
	}
	t, out, err := a.tryTests(ctx, dir, command)
	if err != nil {
		return err
	}
	asked, f := t.requests(), frameworkOf(command)
	if len(asked) == 0 {
		return fmt.Errorf("no test asks a model at OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_HOST; tests that "+
			"replace the client, or its HTTP, ask nobody.\nThe last lines of %s:\n%s", strings.Join(command, " "), out)
	}
	fmt.Fprintf(a.Stdout, "  %s\n\n", wording.Number(len(asked), "request"))
	err = errors.Join(w.root(), w.put(suite, testsSuite(command, stagesOf(asked))),
		w.recipe(start{language: f.language()}))
	if err := errors.Join(err, a.told(w)); err != nil {
		return err
	}
	a.AddGitLines(ctx, w.project, "init", a.InCI())
	if t.lines == 0 {
		return fmt.Errorf("the tests do not say which of them is running, so all requests belong to one case. Switch "+
			"that on:\n  %s\nThen:\n  beaver-eval run\n  beaver-eval accept --all", f.plugin())
	}
	accepted, err := a.acceptTests(ctx, w.project, command)
	if err != nil {
		return fmt.Errorf("%v\nWhat was written stays. A test that needs other answers than `otherwise` of %s has "+
			"its own:\n  %s\nThen:\n  beaver-eval run\n  beaver-eval accept --all", err, suite, f.beside())
	}
	_, err = fmt.Fprintf(a.Stdout, `accepted: %s

next:
  %-20s  # after an edit of a prompt: the tests that show it fail; beaver-eval run starts them too
  beaver-eval review    # takes or rejects the changes, one by one; accept --all takes all
a test has answers, or a fault, of its own:
  %s
  %s
`, accepted, strings.Join(command, " "), f.beside(), f.breaks())
	return console.Fault(err)
}

// acceptTests runs the tests twice with the new suite, and accepts what both runs show.
func (a *initApp) acceptTests(ctx context.Context, was *project.Project, command []string) (string, error) {
	loaded, err := a.drivenBy(ctx, was, command)
	if err == nil {
		err = a.run(ctx, loaded, nil)
	}
	if err != nil {
		return "", err
	}
	if loaded, err = a.drivenBy(ctx, was, command); err != nil {
		return "", err
	}
	return a.accept(ctx, loaded)
}

// drivenBy loads the suite, and lets the tests make its cases.
func (a *initApp) drivenBy(ctx context.Context, was *project.Project, command []string) ([]*project.Suite, error) {
	p, err := a.Opened(project.Find(was.Dir, was.Dir)) // the root file may be new
	if err != nil {
		return nil, err
	}
	loaded, err := project.Load(ctx, p, a.Systems, []string{systemApp})
	if err != nil {
		return nil, err
	}
	_, failed, err := a.Drive(ctx, loaded[0], a.Command(command, p.Dir), a.Uncompared)
	return loaded, errors.Join(failed, err)
}

// testsOf returns the command of the program's tests: the one given, else that of pytest or vitest.
func testsOf(dir string, o initOptions) ([]string, error) {
	if o.command != nil {
		return o.command, nil
	}
	if hasVitest(dir) && installed("npx") != "" {
		return []string{"npx", "vitest", "run"}, nil
	}
	if hasPythonTests(dir) {
		if program := installed("pytest"); program != "" {
			return []string{program}, nil
		}
		if program := python.program(); program != "" {
			return []string{program, "-m", "pytest"}, nil
		}
	}
	return nil, errors.New("no tests of pytest or vitest were found here. Looked for: vitest in package.json, among " +
		"the dependencies or in the script test; vitest.config; test_*.py and *_test.py, here, in tests or test.\n" +
		"Say how yours are started:\n" +
		"  beaver-eval init --from-tests -- COMMAND")
}

// hasVitest reports whether the package in a folder is tested by vitest. In a workspace only the root may depend on it.
func hasVitest(dir string) bool {
	var said struct{ Dependencies, DevDependencies, Scripts map[string]string }
	if json.Unmarshal(small(filepath.Join(dir, "package.json")), &said) == nil &&
		said.Dependencies["vitest"]+said.DevDependencies["vitest"] != "" ||
		strings.Contains(said.Scripts["test"], "vitest") {
		return true
	}
	configs, _ := filepath.Glob(filepath.Join(dir, "vitest.config.*")) // a bad pattern is the only error
	return len(configs) > 0
}

// hasPythonTests reports whether a folder, or its folder of tests, has tests for pytest.
func hasPythonTests(dir string) bool {
	for _, folder := range []string{".", "tests", "test"} {
		found := false
		_ = filepath.WalkDir(filepath.Join(dir, folder), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || found:
				return fs.SkipAll
			case d.IsDir() && folder == "." && path != filepath.Join(dir, folder):
				return fs.SkipDir
			}
			found = !d.IsDir() && isPythonTest(d.Name())
			return nil
		})
		if found {
			return true
		}
	}
	return false
}

// language returns the language of a framework's tests.
func (f framework) language() language {
	switch f {
	case pytest:
		return python
	case vitest:
		return node
	}
	return ""
}

// testsSuite returns the suite of a program that its tests drive.
func testsSuite(command []string, stages []*kind) string {
	return text("tests-suite.yaml", "tests", list(command), "stages", rules(stages), "otherwise", answers(stages))
}
