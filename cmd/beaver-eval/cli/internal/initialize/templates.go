package initialize

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// templates implements init --templates: it writes a system's own templates. The default is Beaver, or the only system
// of the program.
func (a *initApp) templates(dir, system string) error {
	system, templates, err := a.templatesOf(system)
	if err != nil {
		return err
	}
	p, err := a.Opened(project.Find(".", a.Root))
	if _, none := errors.AsType[*project.NotFoundError](err); err != nil && !none {
		return err
	}
	if err := checkVacant(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(templates)) {
		if err := disk.Write(filepath.Join(dir, name), templates[name], 0o644); err != nil {
			return console.Fault(err)
		}
	}
	return a.sayTemplates(p, dir, system, len(templates))
}

// templatesOf reads the templates of a system, by the names of their files.
func (a *initApp) templatesOf(system string) (name string, templates map[string][]byte, err error) {
	known := slices.Sorted(maps.Keys(a.Systems))
	if system == "" {
		if system = systemBeaver; len(known) == 1 {
			system = known[0]
		}
	}
	sys, ok := a.Systems[system]
	if !ok {
		return "", nil, fmt.Errorf("--system: there is no system %q%s", system, wording.Hint(system, known))
	}
	prompted, ok := sys.(pipeline.Prompted)
	if !ok {
		return "", nil, fmt.Errorf("the prompts of %s are part of its code: it has no templates", system)
	}
	files, err := fs.Glob(prompted.Prompts(), "*.tmpl")
	if err != nil || len(files) == 0 {
		return "", nil, errors.Join(err, fmt.Errorf("%s has no templates", system))
	}
	templates = map[string][]byte{}
	for _, file := range files {
		if templates[file], err = fs.ReadFile(prompted.Prompts(), file); err != nil {
			return "", nil, console.Fault(err)
		}
	}
	return system, templates, nil
}

// maxInTheWay is how many existing files are named.
const maxInTheWay = 3

// checkVacant makes the folder, and returns an error if it is not empty or not a folder.
func checkVacant(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a folder: name one that is empty or does not exist", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return err
	}
	var names []string
	for _, e := range entries[:min(len(entries), maxInTheWay)] {
		names = append(names, e.Name())
	}
	more := ""
	if n := len(entries) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("%s is not empty, it has %s%s: name a folder that is empty or does not exist", dir,
		strings.Join(names, ", "), more)
}

// sayTemplates prints how to try the templates and how to keep them. p is nil without a project.
func (a *initApp) sayTemplates(p *project.Project, dir, system string, n int) error {
	given := dir
	if len(a.Systems) > 1 {
		given = system + "=" + dir
	}
	demo := ""
	if p == nil {
		demo = "--demo "
	}
	fmt.Fprintf(a.Stdout, "%s of %s written to %s\n\nto try them:\n  beaver-eval run %s--prompts %s\n",
		wording.Number(n, "template"), system, dir, demo, console.Quoted(given))
	if p == nil {
		return nil
	}
	if name, err := besideSuites(p, dir); err == nil {
		fmt.Fprintf(a.Stdout, "for a suite that keeps them, in its file in %s:\n  prompts: %s\n", p.Suites, name)
	}
	return nil
}

// besideSuites returns a folder's name in the file of a suite, as YAML.
func besideSuites(p *project.Project, dir string) (string, error) {
	suites, err1 := filepath.Abs(p.OnDisk(p.Suites))
	dir, err2 := filepath.Abs(dir)
	if err := errors.Join(err1, err2); err != nil {
		return "", err
	}
	name, err := filepath.Rel(suites, dir)
	if err != nil {
		return "", err
	}
	name = filepath.ToSlash(name)
	if console.Quoted(name) == name && !strings.ContainsAny(name, ":@%=,") {
		return name, nil
	}
	text, err := json.Marshal(name)
	return string(text), err
}
