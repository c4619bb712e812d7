package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// opener returns a function that opens a group's source file in the editor of $VISUAL or $EDITOR, or says why it
// cannot.
func (a *app) opener(ctx context.Context, r *reviewed) func(*edit.Group) (Program, string) {
	return func(g *edit.Group) (Program, string) {
		file, line, err := r.sourceOf(g)
		if err != nil {
			return nil, err.Error()
		}
		chosen := cmp.Or(strings.TrimSpace(a.Env("VISUAL")), strings.TrimSpace(a.Env("EDITOR")))
		if chosen == "" {
			return nil, fmt.Sprintf("neither $VISUAL nor $EDITOR names an editor; the file is %s", at(file, line))
		}
		cmd, err := EditorCommand(chosen, file, line)
		if err != nil {
			return nil, fmt.Sprintf("$VISUAL or $EDITOR: %v; the file is %s", err, at(file, line))
		}
		return func(in, out *os.File) error {
			defer console.HoldInterrupts(ctx)()
			cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, out
			return cmd.Run()
		}, ""
	}
}

func at(file string, line int) string {
	if line < 1 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// sourceOf returns a group's source file on disk, with the line; 0: unknown. It is an error if there is no such file.
func (r *reviewed) sourceOf(g *edit.Group) (file string, line int, err error) {
	none := errors.New("this group does not come from a file that can be edited: a template, a skill, a case " +
		"or a line of the application's source")
	if len(g.Refs) == 0 {
		return "", 0, none
	}
	i := slices.IndexFunc(r.loaded, func(s *project.Suite) bool { return s.Name == g.Refs[0].Suite })
	if i < 0 {
		return "", 0, errors.New("the suite of this group no longer exists")
	}
	root, name, line := r.loaded[i].Project().Dir, g.Source.Path, g.Line()
	switch {
	case strings.HasPrefix(name, prompt.Builtin):
		return "", 0, fmt.Errorf("%s is inside the program: `beaver-eval init --templates DIR` writes it into a "+
			"folder, for prompts: of a suite or --prompts", name)
	case name != "":
	case g.Source.Kind == pipeline.TextCase && len(r.behind[g.ID]) > 0:
		name, line = r.behind[g.ID][0].file, r.behind[g.ID][0].line
	default:
		return "", 0, none
	}
	name = filepath.FromSlash(name)
	if !filepath.IsLocal(name) { // templates of a folder outside of the project, a work tree around it
		if !filepath.IsAbs(name) {
			name = filepath.Join(root, name)
		}
		root, name = filepath.Split(name)
	}
	file, err = EditorFile(root, name)
	return file, line, err
}
