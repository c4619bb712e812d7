package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// override is a folder of templates of the command line.
type override struct {
	system string // to which it applies; empty: all systems that know each of its templates
	dir    string
	fsys   fs.FS
	files  []string // its templates
}

type overrides []override

// parseOverrides reads folders of the command line, each written DIR or SYSTEM=DIR; empty texts are none.
func parseOverrides(texts []string, systems map[string]pipeline.System) (overrides, error) {
	var all overrides
	for _, text := range texts {
		if text == "" {
			continue
		}
		o, err := parseOverride(text, systems)
		if err != nil {
			return nil, err
		}
		for _, other := range all {
			if other.system == o.system {
				return nil, fmt.Errorf("there are two folders of templates for %s: %s and %s",
					cmp.Or(o.system, "all systems"), other.dir, o.dir)
			}
		}
		all = append(all, o)
	}
	return all, nil
}

func parseOverride(text string, systems map[string]pipeline.System) (override, error) {
	o := override{dir: text}
	if name, dir, named := strings.Cut(text, "="); named && !isDir(text) {
		if _, ok := systems[name]; !ok {
			hint := wording.Hint(name, slices.Sorted(maps.Keys(systems)))
			return o, fmt.Errorf("--prompts %s: there is no folder of this name, and no system %q%s", text, name, hint)
		}
		o.system, o.dir = name, dir
	}
	o.fsys = disk.DirFS(o.dir)
	if !hasTemplates(o.fsys) {
		return o, fmt.Errorf("there is no template (*.tmpl) in the folder %s", o.dir)
	}
	var err error
	o.files, err = fs.Glob(o.fsys, "*.tmpl")
	return o, err
}

// of returns the folder for a system with these templates: the one that names it, else the one for all, if the system
// knows each of its templates. Empty: there is none.
func (all overrides) of(system string, known fs.FS) (dir string, err error) {
	for _, o := range all {
		if o.system == system {
			return o.dir, nil
		}
	}
	for _, o := range all {
		if o.system == "" && known != nil && len(o.unknown(known)) == 0 {
			return o.dir, nil
		}
	}
	return "", nil
}

// meant reports whether a folder is meant for a system, even if the system does not know its templates.
func (all overrides) meant(system string) bool {
	return slices.ContainsFunc(all, func(o override) bool { return o.system == "" || o.system == system })
}

// unknown returns the templates of the folder for all systems that one with these does not know.
func (all overrides) unknown(known fs.FS) []string {
	if i := slices.IndexFunc(all, func(o override) bool { return o.system == "" }); i >= 0 {
		return all[i].unknown(known)
	}
	return nil
}

// unknown returns the templates that a system with these does not know.
func (o override) unknown(known fs.FS) []string {
	return slices.DeleteFunc(slices.Clone(o.files), func(name string) bool {
		_, err := fs.Stat(known, name)
		return err == nil
	})
}

// checkTaken returns the error for a folder that no suite uses. It gives the reason for each suite; a system that does
// not know a template names the nearest one itself.
func (all overrides) checkTaken(loaded []*Suite) error {
	for _, o := range all {
		takes := func(s *Suite) bool {
			return s.from == o.dir && (o.system == "" || s.System == o.system)
		}
		if slices.ContainsFunc(loaded, takes) {
			continue
		}
		if err := o.notTaken(loaded); err != nil {
			return err
		}
	}
	return nil
}

func (o override) notTaken(loaded []*Suite) error {
	var errs []error
	said := map[string]bool{} // systems
	for _, s := range loaded {
		if o.system != "" && s.System != o.system {
			continue
		}
		sys, prompted := s.system.(pipeline.Prompted)
		if s.Prompts == "" && prompted && !said[s.System] {
			said[s.System] = true
			if _, err := sys.WithPrompts(o.fsys); err != nil {
				errs = append(errs, fmt.Errorf("%s: its prompts cannot be used:\n%w", s.file, promptsOf(o.dir, err)))
				continue
			}
		}
		errs = append(errs, fmt.Errorf("%s: %s", s.file, s.leftAlone))
	}
	if len(errs) == 0 {
		return fmt.Errorf("no suite takes the templates of %s: none runs on %s", path.Clean(o.dir), o.system)
	}
	return fmt.Errorf("no suite takes the templates of %s:\n%w", o.dir, errors.Join(errs...))
}
