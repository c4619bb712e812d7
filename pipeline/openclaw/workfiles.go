package openclaw

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// workFiles are the files of the working folder: the case's, overlaid by what tools have written, which stays however
// the run ends.
type workFiles struct {
	base    fs.FS // this turn's; nil: empty
	written map[string]pipeline.Pieces
	log     []writtenFile // by the owner of this copy, in order
}

// writtenFile is one file as a tool has left it.
type writtenFile struct {
	name string
	text pipeline.Pieces
}

// errNoFile is a tool's message about a missing file.
var errNoFile = errors.New("there is no such file")

// read returns the text of a file.
func (w *workFiles) read(name string) (pipeline.Pieces, error) {
	if text, ok := w.written[name]; ok {
		return text, nil
	}
	if w.base == nil || !fs.ValidPath(name) {
		return nil, errNoFile
	}
	info, err := fs.Stat(w.base, name)
	switch {
	case err != nil:
		return nil, errNoFile
	case info.IsDir():
		return nil, errors.New("this is a folder")
	}
	raw, err := fs.ReadFile(w.base, name)
	if err != nil {
		return nil, errNoFile
	}
	text, _ := pipeline.Repair(string(raw))
	return pipeline.CaseText("files." + name).Of(text), nil
}

// reader returns read, or nil if there are no files at all.
func (w *workFiles) reader() func(name string) (pipeline.Pieces, error) {
	if w.base == nil && len(w.written) == 0 {
		return nil
	}
	return w.read
}

// write replaces or creates a file.
func (w *workFiles) write(name string, text pipeline.Pieces) {
	if w.written == nil {
		w.written = map[string]pipeline.Pieces{}
	}
	w.written[name] = text
	w.log = append(w.log, writtenFile{name, text})
}

// fork returns a copy for a sub-agent, which nobody else sees while it works.
func (w *workFiles) fork() *workFiles {
	c := &workFiles{base: w.base, written: map[string]pipeline.Pieces{}}
	for name, text := range w.written {
		c.written[name] = text
	}
	return c
}

// take applies the writes of a sub-agent.
func (w *workFiles) take(log []writtenFile) {
	for _, f := range log {
		w.write(f.name, f.text)
	}
}

// names returns the files that tools have written, sorted.
func (w *workFiles) names() []string {
	names := []string{}
	for name := range w.written {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// inside returns the path of a file relative to the working folder; both are absolute, or the file is relative. A path
// that leads outside is no file, nor is one that would break a line.
func inside(folder, name string) (file string, ok bool) {
	file = path.Clean(strings.TrimPrefix(name, strings.TrimSuffix(folder, "/")+"/"))
	ok = name != "" && fs.ValidPath(file) && file != "." && !strings.Contains(file, `\`) &&
		systemprompt.Literal(file) == file
	return file, ok
}
