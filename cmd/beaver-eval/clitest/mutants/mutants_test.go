package mutants_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/faults"
)

// noCache is needed since an environment variable chooses the defect of one and the same program.
const noCache = "--no-cache"

// Each defect makes the matrix of its system's suite of fallbacks fail, at a cell of the stage with the verdict that
// describes the defect. Without one, the same program finds nothing. Short tests only see that each defect can still be
// put into its source: the program with all of them compiles most of this repository.
func TestMutants(t *testing.T) {
	if testing.Short() {
		parse(t, mutated(t))
		return
	}
	program := build(t)
	t.Run("in the main job", func(t *testing.T) { failsTheRun(t, program) })
	for _, m := range all() {
		t.Run(m.name, func(t *testing.T) {
			if code, r := m.run(t, program, ""); code != 0 || r.Failed > 0 || r.Cells == 0 {
				t.Errorf("without the defect: exit code %d, %d of %d cells fail", code, r.Failed, r.Cells)
			}
			code, r := m.run(t, program, m.name)
			if code != 1 || !slices.ContainsFunc(r.Failing, m.finds) {
				t.Errorf("it survives: exit code %d, want 1 with %q at a cell of %s; verdicts %v", code, m.want,
					m.stage, r.Verdicts)
				for _, f := range r.Failing[:min(3, len(r.Failing))] {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

// parse checks that sources are Go.
func parse(t *testing.T, sources map[string]string) {
	t.Helper()
	for name, text := range sources {
		if _, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution); err != nil {
			t.Error(err)
		}
	}
}

// failsTheRun checks that a defect fails the main job too, if the suite has its matrix, and that the run names a cell.
func failsTheRun(t *testing.T, program string) {
	cmd := exec.Command(program, "run", "--suite", "fallbacks", "--no-report", noCache)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CI=1", variable+"=nodes run whose dependency has failed")
	out, err := cmd.Output()
	if _, exited := errors.AsType[*exec.ExitError](err); !exited || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("it ends with %v, want exit code 1", err)
	}
	for _, want := range []string{"fallbacks/finalizers-of-nodes/turn-1/node:elbe/main-1", "wrong fallback"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
}

// run returns the matrix of a program with a defect, restricted to the mutant's cells.
func (m mutant) run(t *testing.T, program, defect string) (code int, r faults.Report) {
	t.Helper()
	cmd := exec.Command(program, "faults", "--suite", m.suite(), "--stage", m.stage, "--fault", m.faults,
		"--case", cmp.Or(m.cases, "*"), "--no-report", "--format", "json", noCache)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), variable+"="+defect)
	out, err := cmd.Output()
	exit, exited := errors.AsType[*exec.ExitError](err)
	if err != nil && !exited {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v: %s", err, exit.Stderr)
	}
	return cmd.ProcessState.ExitCode(), r
}

// finds reports whether a failing cell detects the defect.
func (m mutant) finds(f faults.Failing) bool {
	fault, _, _ := strings.Cut(f.Fault, "@")
	matches, err := path.Match(m.faults, fault)
	return matches && err == nil && f.Verdict == m.want && f.Why != ""
}

// suite returns the suite whose matrix has to find the defect: that of the edited system, or Beaver's for shared code.
func (m mutant) suite() string {
	system, _, _ := strings.Cut(m.edits[0].file, "/")
	if _, err := os.Stat(filepath.Join(root, "suites", system+"-fallbacks.yaml")); err == nil {
		return system + "-fallbacks"
	}
	return "fallbacks"
}
