package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// TemplateDigests returns the digests of the templates in use, by name; nil when the system has none.
func (s *Suite) TemplateDigests() (map[string]string, error) {
	if s.prompts == nil {
		return nil, nil
	}
	return prompt.Digests(s.prompts)
}

// choosePrompts takes the templates from the suite's folder, else from the command line, else from the system.
func (s *Suite) choosePrompts(given overrides) error {
	sys, prompted := s.system.(pipeline.Prompted)
	if prompted {
		s.prompts = sys.Prompts()
	}
	dir, err := given.of(s.System, s.prompts)
	if err != nil {
		return err
	}
	if dir != "" || given.meant(s.System) {
		s.leftAlone = s.whyNotTaken(dir, given)
	}
	switch {
	case s.Prompts == "" && (dir == "" || !prompted):
		return nil
	case !prompted:
		return s.node.Get("prompts").Errorf("prompts: those of %s are part of its code; it takes none from a folder",
			s.System)
	}
	fsys, err := s.promptFolder(dir)
	if err != nil {
		return err
	}
	s.ownPrompts = fsys
	var unread error
	s.templates, unread = s.ownTemplates() // before they are used: later edits are seen
	replaced, err := sys.WithPrompts(fsys)
	if err = cmp.Or(err, unread); err != nil {
		shown := cmp.Or(s.OwnPrompts(), dir)
		return &promptsError{fmt.Errorf("%s: its prompts cannot be used:\n%w", s.file, promptsOf(shown, err))}
	}
	if s.Prompts == "" {
		s.from = dir
	}
	s.system, s.prompts = replaced, fsys
	if whole, ok := replaced.(pipeline.Prompted); ok { // with the system's own if the folder has none
		s.prompts = whole.Prompts()
	}
	return nil
}

// OwnPrompts returns the folder of the suite's own templates, relative to the project's root; empty: none.
func (s *Suite) OwnPrompts() string {
	if s.Prompts == "" {
		return ""
	}
	return path.Join(path.Dir(s.file), s.Prompts)
}

// TakesPrompts reports whether the suite uses the templates passed to Load.
func (s *Suite) TakesPrompts() bool { return s.from != "" }

// PromptsOverride returns the folder of templates passed to Load that the suite uses; empty: none.
func (s *Suite) PromptsOverride() string { return s.from }

// WhyLeftAlone says why a suite does not use templates of the command line that were meant for it, and which of them
// its system does not know; empty: it does, or none were.
func (s *Suite) WhyLeftAlone() (why string, unknown []string) { return s.leftAlone, s.unknown }

// whyNotTaken says why templates meant for the suite are not used; dir is the folder of those that could be.
func (s *Suite) whyNotTaken(dir string, given overrides) string {
	switch own := s.OwnPrompts(); {
	case own != "":
		return "it has templates of its own, in " + own
	case s.prompts == nil:
		return "the prompts of " + s.System + " are part of its code"
	case dir == "":
		s.unknown = given.unknown(s.prompts)
		return s.System + " knows no template " + strings.Join(s.unknown, ", ")
	}
	return ""
}

// promptFolder returns the suite's own folder of templates, or that of the command line.
func (s *Suite) promptFolder(override string) (fs.FS, error) {
	if s.Prompts == "" {
		return prompt.Located{FS: disk.DirFS(override), Dir: s.project.Named(override)}, nil
	}
	fsys, err := s.project.Below(path.Dir(s.file), s.Prompts)
	if err != nil {
		return nil, s.node.Get("prompts").Errorf("prompts: %w", err)
	}
	if !hasTemplates(fsys) {
		return nil, s.node.Get("prompts").Errorf("prompts: there is no template (*.tmpl) in %s", s.Prompts)
	}
	return prompt.Located{FS: fsys, Dir: s.OwnPrompts()}, nil
}

// promptsError says that a system does not take templates.
type promptsError struct{ err error }

func (e *promptsError) Error() string { return e.err.Error() }
func (e *promptsError) Unwrap() error { return errors.Unwrap(e.err) }
