package systemprompt

import "github.com/beaver-eval/beaver-eval/pipeline"

// WorkspaceFile is a file of the workspace that is to go into the prompt.
type WorkspaceFile struct {
	Name    string          // such as AGENTS.md
	Path    pipeline.Pieces // as the prompt shows it; blank: the file is skipped
	Text    pipeline.Pieces
	Missing bool
}

// ReadFiles reads the files of a mode, in order; dir is the workspace as the prompt names it. A file that read gives no
// text of is Missing. MEMORY.md and memory.md are one file under two names: what counts as missing is that there is
// neither. nil has no files at all.
func ReadFiles(read func(name string) (pipeline.Pieces, error), dir pipeline.Pieces, m Mode) []WorkspaceFile {
	if read == nil {
		return nil
	}
	var files []WorkspaceFile
	for _, name := range FileNames(m) {
		f := WorkspaceFile{Name: name, Path: pipeline.JoinPieces(dir, pipeline.TextSource{}.Of("/"+name))}
		text, err := read(name)
		f.Text, f.Missing = text, err != nil
		if name == olderMemory {
			files = withOlderMemory(files, f)
			continue
		}
		files = append(files, f)
	}
	return files
}

// withOlderMemory puts memory.md in the place of a missing MEMORY.md, or behind one that is there.
func withOlderMemory(files []WorkspaceFile, older WorkspaceFile) []WorkspaceFile {
	last := len(files) - 1
	switch {
	case older.Missing:
		return files
	case files[last].Missing:
		files = files[:last]
	}
	return append(files, older)
}
