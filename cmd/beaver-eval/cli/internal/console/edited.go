package console

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/git"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// mostEdited is how many edited texts are named.
const mostEdited = 5

// mostTemplate is how large a template may be, in bytes.
const mostTemplate = 1 << 20

// SayEdited warns of edited words that no case reaches.
func (a *App) SayEdited(edited []stored.EditedText) {
	for i, e := range edited {
		if i == mostEdited {
			fmt.Fprintf(a.Stderr, "beaver-eval: and %s more\n", wording.Number(len(edited)-i, "edit"))
			return
		}
		fmt.Fprintf(a.Stderr, "beaver-eval: your edit of %s (%s) reaches no case: nothing has looked at it\n",
			printable.Line(e.String()), printable.Line(e.What))
	}
}

// Edited returns the edited words of templates that no case of a run reaches: in templates of a folder that was given
// instead of built-in ones (given; nil: none), those that differ from the built-in ones; in all others, those that
// differ from the revision. A file that cannot be read, or lies outside of the project, has none.
func (a *App) Edited(ctx context.Context, p *project.Project, revision string, given func(system string) bool,
	counts []coverage.Count) ([]stored.EditedText, error) {
	if p.Dir == "" {
		return nil, nil
	}
	reader, err := git.OpenReader(ctx, p.OnDisk("."))
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	var all []stored.EditedText
	for len(counts) > 0 {
		n := 1
		for n < len(counts) && counts[n].In == counts[0].In && counts[n].Kind == counts[0].Kind {
			n++
		}
		of := counts[:n]
		counts = counts[n:]
		if of[0].Kind != coverage.Branch {
			continue
		}
		shown, now := a.templateNow(p, of[0].In)
		if now == nil {
			continue
		}
		before, known := a.templateBefore(reader, revision, of[0], shown, given)
		if !known || before != nil && bytes.Equal(before, now) {
			continue
		}
		edited, err := prompt.Edited(path.Base(shown), before, now)
		if err != nil { // it was readable when the run began
			continue
		}
		for _, b := range edited {
			if b.N < n && b.Words != "" && of[b.N].Cases == 0 && of[b.N].Words == b.Words && of[b.N].What == b.What {
				all = append(all, stored.EditedText{File: shown, Line: b.Line, What: b.What})
			}
		}
	}
	return all, nil
}

// TemplateSource returns the file of a built-in template in the source tree, relative to its root, and the name of any
// other; empty: nobody says where the source of a built-in one is.
func (a *App) TemplateSource(name string) string {
	below, builtin := strings.CutPrefix(name, prompt.Builtin)
	if !builtin {
		return name
	}
	system, file, _ := strings.Cut(below, "/")
	if sys, sourced := a.Systems[system].(pipeline.Sourced); sourced {
		return path.Join(sys.PromptSource(), file)
	}
	return ""
}

// TemplateFile returns the file of a built-in template in the source tree, if that is here, and the name of any other.
func (a *App) TemplateFile(name string) string {
	shown := a.TemplateSource(name)
	if _, err := os.Stat(shown); err != nil {
		return name
	}
	return shown
}

// templateNow returns a template's file relative to the project's root, and its text; nil: it is not on disk. A
// built-in template is in the source tree, if that is here.
func (a *App) templateNow(p *project.Project, name string) (shown string, text []byte) {
	if name = a.TemplateSource(name); name == "" {
		return "", nil
	}
	file := name
	if !filepath.IsAbs(name) {
		file = p.OnDisk(name)
	}
	text, err := disk.ReadFile(file, mostTemplate)
	if err != nil {
		return "", nil
	}
	return name, text
}

// templateBefore returns a template as it was; nil: there was none. One that the revision lacks, such as a copy of the
// built-in one that nobody has committed yet, was as the built-in one is.
func (a *App) templateBefore(reader *git.Reader, revision string, c coverage.Count, shown string,
	given func(system string) bool) (text []byte, known bool) {
	if given != nil && given(c.System) && !strings.HasPrefix(c.In, prompt.Builtin) {
		text = a.builtinTemplate(c.System, shown)
		return text, text != nil
	}
	if filepath.IsAbs(shown) {
		return nil, false
	}
	text, err := reader.Read(revision, shown)
	if err == nil && text == nil {
		text = a.builtinTemplate(c.System, shown)
	}
	return text, err == nil
}

// builtinTemplate returns the template of a system that has the name of a file; nil: it has none.
func (a *App) builtinTemplate(system, file string) []byte {
	sys, ok := a.Systems[system].(pipeline.Prompted)
	if !ok {
		return nil
	}
	text, err := fs.ReadFile(sys.Prompts(), path.Base(file))
	if err != nil {
		return nil
	}
	return text
}
