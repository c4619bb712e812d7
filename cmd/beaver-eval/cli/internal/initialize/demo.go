package initialize

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// The template that the demo edits, and the edit.
const (
	demoTemplate = "router.user.tmpl"
	demoBefore   = "- Judge the current user message;"
	demoAfter    = "- Judge only the current user message;"
)

// demoStep is a command of the demo.
type demoStep struct {
	says  string                 // why it is run
	first func(dir string) error // what a person does first; nil: nothing
	args  []string
	code  int    // the exit code that it has
	then  string // a file below files that explains what it has printed; empty: it says enough
}

// demo implements init --demo: it writes the built-in project into a folder, edits a prompt and breaks an answer there,
// and explains what the verbs print. Before and after each of them the folder is a project that can be used.
func (a *initApp) demo(ctx context.Context, dir string) error {
	switch {
	case dir == "":
		return errors.New("DIR: an empty value; leave it out, or say which folder")
	case a.Root != "":
		return errors.New("--demo and --root exclude each other: name the folder, as in init --demo DIR")
	}
	if err := a.has(systemBeaver); err != nil {
		return err
	}
	if err := checkVacant(dir); err != nil {
		return err
	}
	if err := a.writeDemo(dir); err != nil {
		return console.Fault(err)
	}
	env := a.Env
	a.Env = func(name string) string { // in CI nothing is accepted; this project is nobody's yet
		if name == "CI" {
			return ""
		}
		return env(name)
	}
	page := filepath.Join(dir, "demo.html")
	for _, s := range []demoStep{
		{"the conversations of a small agent, replayed: all prompts are as accepted",
			nil, []string{"run"}, console.OK, "demo-run.txt"},
		{"somebody edits a line of a prompt, in suites/prompts/" + demoTemplate, editDemo,
			[]string{"run", "--html", page}, console.Gate, "demo-edit.txt"},
		{"the edit in context", nil, []string{"diff"}, console.Gate, "demo-diff.txt"},
		{"it was meant: these prompts are the new goldens", nil, []string{"accept", "--all"}, console.OK, ""},
		{"the next run passes", nil, []string{"run", "--quiet"}, console.OK, ""},
		{"a model's answer breaks: the router gets none in time", nil,
			[]string{"faults", "--case", "order-status", "--cell", "turn-1/router:timeout:strict"}, console.OK,
			"demo-fault.txt"},
	} {
		if err := a.step(ctx, dir, s); err != nil {
			if ctx.Err() != nil {
				fmt.Fprintf(a.Stderr, "%s keeps what the demo has made so far: `beaver-eval run --root %s` "+
					"works there; remove it to begin anew\n", dir, console.Quoted(dir))
			}
			return err
		}
	}
	cd := ""
	if dir != "." {
		cd = "  cd " + console.Quoted(dir) + "\n"
	}
	_, err := fmt.Fprint(a.Stdout, text("demo.txt", "cd", cd, "page", page))
	return console.Fault(err)
}

// step runs a command in the folder of the demo, and explains it.
func (a *initApp) step(ctx context.Context, dir string, s demoStep) error {
	if s.first != nil {
		if err := s.first(dir); err != nil {
			return console.Fault(err)
		}
	}
	fmt.Fprintf(a.Stdout, "\n# %s\n$ beaver-eval %s\n", s.says, strings.Join(s.args, " "))
	err := a.verb(ctx, append(s.args, "--root", dir)...)
	if e, is := errors.AsType[*console.Error](err); is && e.Err == nil && e.Code == s.code {
		err = nil
	}
	if err == nil && s.then != "" {
		_, err = fmt.Fprint(a.Stdout, text(s.then))
	}
	return errors.Join(err, a.Stdout.Flush())
}

// writeDemo writes the project. Its suite has the template that will be edited in a folder of its own.
func (a *initApp) writeDemo(dir string) error {
	p, err := a.Opened(project.Open(disk.DirFS(dir), dir))
	if err != nil {
		return err
	}
	_, templates, err := a.templatesOf(systemBeaver)
	if err != nil {
		return err
	}
	w := &writer{project: p}
	err = fs.WalkDir(starter.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(starter.Files(), name)
		if path.Dir(name) == "suites" {
			data = append(data, "prompts: prompts\n"...)
		}
		return errors.Join(err, w.put(name, string(data)))
	})
	err = errors.Join(err, w.put("suites/prompts/"+demoTemplate, string(templates[demoTemplate])))
	return errors.Join(err, a.told(w))
}

// editDemo edits the template, as a person would.
func editDemo(dir string) error {
	name := filepath.Join(dir, "suites", "prompts", demoTemplate)
	data, err := disk.ReadFile(name, fixtures.MaxYAML)
	if err != nil {
		return err
	}
	if !bytes.Contains(data, []byte(demoBefore)) {
		return fmt.Errorf("%s: no line %q", name, demoBefore)
	}
	return disk.Write(name, []byte(strings.Replace(string(data), demoBefore, demoAfter, 1)), 0o666)
}
