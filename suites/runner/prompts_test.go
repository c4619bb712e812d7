package runner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Changes shown with --prompts are accepted without --from once the program is built with the same templates, even if
// the folder held only one of them; a program with yet other templates takes nothing.
func TestAcceptAfterTheProgramWasBuiltAnew(t *testing.T) {
	root, folder := t.TempDir(), t.TempDir()
	write := func(dir, file, text string) {
		t.Helper()
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(root, "suites/s.yaml", "system: beaver\n")
	write(root, "fixtures/conversations/hello.yaml",
		"turns: [{user: Hello, answers: {router: {action: simple_chat}, main: Hi.}}]\n")
	write(folder, "router.system.tmpl", `{{define "Role"}}Route.{{end}}`)
	with := func(override string, systems map[string]pipeline.System) ([]*project.Suite, error) {
		p, err := project.Open(os.DirFS(root), root)
		if err != nil {
			t.Fatal(err)
		}
		return project.Load(context.Background(), p, systems, nil, override)
	}
	systems := builtin(t)
	loaded, err := with(folder, systems)
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), loaded, systems, Options{Compare: true, Keep: &goldens.Run{Name: "r"}},
		func(*result.Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
	rebuilt := func(text string) (all []review.Accepted, err error) {
		t.Helper()
		dir := t.TempDir()
		write(dir, "router.system.tmpl", text)
		sys, err := beaver.New()
		if err != nil {
			t.Fatal(err)
		}
		anew, err := sys.WithPrompts(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		systems := map[string]pipeline.System{"beaver": anew}
		loaded, err := with("", systems)
		if err != nil {
			t.Fatal(err)
		}
		return AcceptAll(t, loaded, systems)
	}
	if all, err := rebuilt(`{{define "Role"}}Route!{{end}}`); err == nil ||
		!strings.Contains(err.Error(), "accept --from "+folder) || len(all) > 0 {
		t.Errorf("other templates: %v, %v", all, err)
	}
	if all, err := rebuilt(`{{define "Role"}}Route.{{end}}`); err != nil || len(all) != 1 || all[0].Calls != 2 {
		t.Errorf("the same templates: %v, %v", all, err)
	}
}
