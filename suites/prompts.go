package suites

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// openPrompts takes the templates into use, and names them by their digest.
func (s *Suite) openPrompts(override string) (err error) {
	if err := s.choosePrompts(override); err != nil || s.prompts == nil {
		return err
	}
	s.templates, err = prompt.Digest(s.prompts)
	return err
}

// choosePrompts takes the templates from the command line, from the suite's folder, or from the system, in this order.
func (s *Suite) choosePrompts(override string) error {
	sys, prompted := s.system.(pipeline.Prompted)
	if prompted {
		s.prompts = sys.Prompts()
	}
	s.from = override
	if override == "" && s.Prompts == "" {
		return nil
	}
	if !prompted {
		return fmt.Errorf("%s: the prompts of %s are part of its program; it takes none from a folder", s.file, s.System)
	}
	fsys, err := s.promptFolder(override)
	if err != nil {
		return err
	}
	replaced, err := sys.WithPrompts(fsys)
	if err != nil {
		return fmt.Errorf("%s: its prompts cannot be used:\n%w", s.file, promptsOf(cmp.Or(override, path.Join(path.Dir(s.file), s.Prompts)), err))
	}
	s.system, s.prompts = replaced, fsys
	return nil
}

// promptFolder is the folder of templates on the command line, or the suite's own.
func (s *Suite) promptFolder(override string) (fsys fs.FS, err error) {
	if override != "" {
		fsys = os.DirFS(override)
	} else if fsys, err = s.project.below(path.Dir(s.file), s.Prompts); err != nil {
		return nil, s.node.Get("prompts").Errorf("prompts: %w", err)
	}
	if override == "" && !hasTemplates(fsys) {
		return nil, s.node.Get("prompts").Errorf("prompts: there is no template (*.tmpl) in %s", s.Prompts)
	}
	return fsys, nil
}

// checkOverride says that a folder of the command line holds no template: once, however many suites it is for.
func checkOverride(dir string) error {
	if dir == "" || hasTemplates(os.DirFS(dir)) {
		return nil
	}
	return fmt.Errorf("there is no template (*.tmpl) in the folder %s", dir)
}

func hasTemplates(fsys fs.FS) bool {
	found, _ := fs.Glob(fsys, "*.tmpl")
	return len(found) > 0
}

// promptsOf puts the folder in front of the files that an error about templates names.
func promptsOf(dir string, err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, promptsOf(dir, e))
		}
		return errors.Join(errs...)
	}
	if e, ok := err.(*prompt.Error); ok {
		placed := *e
		placed.File = path.Join(filepath.ToSlash(dir), e.File)
		return &placed
	}
	return err
}
