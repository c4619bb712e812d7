// AddFiles adds the lines of .gitignore and .gitattributes that a project in a git work tree needs: git must ignore
// leftovers of commands and changes under review, and must not convert line ends in files whose bytes count. Lines are
// only appended, and none for a path about which a line there, or in a folder above, decides already.

package git

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Outcome says what happened to the lines that one of the files lacked.
type Outcome struct {
	File  string // .gitignore or .gitattributes
	Lines []string
	About []string // what they concern, for people
	Err   error    // they could not be added
}

// String returns the outcome on one line.
func (o Outcome) String() string {
	lines, about := wording.Number(len(o.Lines), "line"), strings.Join(o.About, ", ")
	if o.Err == nil {
		return fmt.Sprintf("%s: added %s (%s)", o.File, lines, about)
	}
	return fmt.Sprintf("%s: it lacks %s (%s), and nothing can be added: %v; add by hand: %s", o.File, lines, about,
		o.Err, strings.Join(o.Lines, "  "))
}

// AddFiles adds the lines that a project on disk lacks, for a command that holds the project's lock meanwhile. It
// returns an outcome for each file in which lines were missing. Outside a work tree it does nothing.
func AddFiles(ctx context.Context, p *project.Project, command string) (done []Outcome, err error) {
	tree := findWorktree(p.Dir)
	if tree == nil || !slices.ContainsFunc(files(p), tree.lacks) {
		return nil, nil
	}
	err = p.Guard(command).Do(ctx, func() error {
		for _, f := range files(p) { // again: another command may have added them in the meantime
			if tree.lacks(f) {
				done = append(done, tree.add(f))
			}
		}
		return nil
	})
	return done, err
}

// file is one of git's files with the lines that a project needs in it.
type file struct {
	name  string
	needs []need
	// settles reports whether lines decide about a path, or about the folder own on the way to it, so that nothing
	// needs to be added. Both paths are relative to the top of the work tree.
	settles func(lines []leveled, name, own string) bool
}

func files(p *project.Project) []file {
	return []file{
		{ignoreFile, ignored(p), settlesIgnored},
		{attributesFile, keptAsTheyAre(p), settlesAttributes},
	}
}

// missing returns the needs of a file that nothing settles yet.
func (w *worktree) missing(f file) []need {
	var missing []need
	for _, n := range f.needs {
		settled := func(probe string) bool {
			name, own := path.Join(w.project, probe), path.Join(w.project, n.own)
			if n.own == "" {
				own = name
			}
			lines := w.lines(f.name, name)
			there := func(l leveled) bool { return l.folder == w.project && strings.TrimSpace(l.text) == n.line }
			return slices.ContainsFunc(lines, there) || f.settles(lines, name, own)
		}
		if !allOf(n.probes, settled) {
			missing = append(missing, n)
		}
	}
	return missing
}

func allOf(probes []string, settled func(string) bool) bool {
	return !slices.ContainsFunc(probes, func(probe string) bool { return !settled(probe) })
}

func (w *worktree) lacks(f file) bool { return len(w.missing(f)) > 0 }

// add adds what is missing. The caller holds the project's lock.
func (w *worktree) add(f file) Outcome {
	o := Outcome{File: f.name}
	for _, n := range w.missing(f) {
		o.Lines, o.About = append(o.Lines, n.line), append(o.About, n.what)
	}
	var text []byte
	if text, o.Err = w.rootFile(f.name); o.Err != nil {
		return o
	}
	w.removeUnfinished(f.name)
	o.Err = disk.Write(w.onDisk(f.name), appended(text, o.Lines), 0o644)
	return o
}

// removeUnfinished removes the unfinished file of a killed command: its lines are still missing.
func (w *worktree) removeUnfinished(file string) {
	entries, _ := os.ReadDir(w.onDisk(""))
	for _, e := range entries {
		if of, ok := disk.Unfinished(e.Name()); ok && of == file && e.Type().IsRegular() {
			os.Remove(filepath.Join(w.onDisk(""), e.Name()))
		}
	}
}
