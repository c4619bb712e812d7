package project

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// StalePrompts are templates built into the program that differ from those of the source tree: it was built before they
// were edited.
type StalePrompts struct {
	System string
	Dir    string   // of the templates on disk
	Files  []string // that differ or that only one side has; sorted
}

// FindStalePrompts compares built-in templates that suites use with those of the source tree around the project, system
// by system. A system without a named source, or without source there, has none.
func FindStalePrompts(loaded []*Suite) ([]StalePrompts, error) {
	var stale []StalePrompts
	var errs []error
	seen := map[string]bool{}
	for _, s := range loaded {
		sys, sourced := s.system.(pipeline.Sourced)
		if !sourced || s.Prompts != "" || s.TakesPrompts() || s.project.Dir == "" || seen[s.System] {
			continue
		}
		seen[s.System] = true
		dir, err := sourceDir(s.project.Dir, sys.PromptSource())
		if err != nil || dir == "" {
			errs = append(errs, err)
			continue
		}
		files, err := prompt.Differing(sys.Prompts(), disk.DirFS(dir))
		errs = append(errs, err)
		if len(files) > 0 {
			stale = append(stale, StalePrompts{System: s.System, Dir: dir, Files: files})
		}
	}
	return stale, errors.Join(errs...)
}

// sourceDir returns where name lies in the source tree that holds root: below root or a folder above it, up to the one
// with a go.mod. Empty: nowhere.
func sourceDir(root, name string) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	for {
		dir := filepath.Join(root, filepath.FromSlash(name))
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, nil
		}
		_, err := os.Stat(filepath.Join(root, "go.mod"))
		if up := filepath.Dir(root); err != nil && up != root {
			root = up
			continue
		}
		return "", nil
	}
}
