package reviewing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/reviewing/dialog"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/reviewing/editor"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// opener gives what opens the file that a group is from in the editor of $VISUAL or $EDITOR, or says why it cannot.
func (a *app) opener(ctx context.Context, r *reviewed) func(*edit.Group) (dialog.Program, string) {
	return func(g *edit.Group) (dialog.Program, string) {
		file, line, err := r.sourceOf(g)
		if err != nil {
			return nil, err.Error()
		}
		chosen := cmp.Or(strings.TrimSpace(a.Env("VISUAL")), strings.TrimSpace(a.Env("EDITOR")))
		if chosen == "" {
			return nil, fmt.Sprintf("neither $VISUAL nor $EDITOR names an editor; the file is %s", at(file, line))
		}
		cmd, err := editor.Command(chosen, file, line)
		if err != nil {
			return nil, fmt.Sprintf("$VISUAL or $EDITOR: %v; the file is %s", err, at(file, line))
		}
		return func(in, out *os.File) error {
			defer exit.HoldInterrupts(ctx)()
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

// sourceOf is the file on disk that a group is from, with the line; 0: it is not known. It is an error when there is no
// such file.
func (r *reviewed) sourceOf(g *edit.Group) (file string, line int, err error) {
	if len(g.Refs) == 0 {
		return "", 0, errors.New("this group is from no file that could be edited")
	}
	i := slices.IndexFunc(r.loaded, func(s *project.Suite) bool { return s.Name == g.Refs[0].Suite })
	if i < 0 {
		return "", 0, errors.New("the suite of this group is there no more")
	}
	s, name := r.loaded[i], filepath.FromSlash(g.Source.Name)
	root := s.Project().Dir
	switch g.Source.Kind {
	case pipeline.TextTemplate:
		if root = templatesOf(s); root == "" {
			return "", 0, fmt.Errorf("%s is inside the program: `beaver-eval prompts eject DIR` writes it into a "+
				"folder, for prompts: of a suite or --prompts", g.Source.Name)
		}
	case pipeline.TextSkill:
	case pipeline.TextCase:
		first := r.behind[g.ID]
		if len(first) == 0 {
			return "", 0, errors.New("nobody knows which case this group is from")
		}
		name, line = filepath.FromSlash(first[0].file), first[0].line
	default:
		return "", 0, errors.New("this group is from no file that could be edited: not from a template, skill or case")
	}
	if file, err = editor.File(root, name); err != nil {
		return "", 0, err
	}
	if g.Source.Kind == pipeline.TextTemplate {
		line = defineLine(file, g.Source.Define)
	}
	return file, line, nil
}

// templatesOf is the folder on disk of a suite's templates; empty: they are the program's own.
func templatesOf(s *project.Suite) string {
	if s.TakesPrompts() {
		return s.PromptsOverride()
	}
	if own := s.OwnPrompts(); own != "" && s.Project().Dir != "" {
		return s.Project().OnDisk(own)
	}
	return ""
}

// defineLine is the line of a template's define; 0: it has none of that name.
func defineLine(file, name string) int {
	text, err := os.ReadFile(file)
	if err != nil || name == "" {
		return 0
	}
	begin := regexp.MustCompile(`\{\{-?\s*(define|block)\s+"` + regexp.QuoteMeta(name) + `"`)
	found := begin.FindIndex(text)
	if found == nil {
		return 0
	}
	return strings.Count(string(text[:found[0]]), "\n") + 1
}
