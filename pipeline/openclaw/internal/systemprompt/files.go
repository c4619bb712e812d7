package systemprompt

import "github.com/beaver-eval/beaver-eval/pipeline"

// WorkspaceFile is a file of the workspace for the prompt.
type WorkspaceFile struct {
	Name    string          // such as AGENTS.md
	Path    pipeline.Pieces // as the prompt shows it; blank: the file is skipped
	Text    pipeline.Pieces
	Missing bool
}

// ReadFiles reads the files of a mode, in order; dir is the workspace's name in the prompt. A file without a text from
// read is Missing. MEMORY.md and memory.md are one file under two names: it is missing only if neither exists. With a
// nil read there are no files at all.
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

// withOlderMemory replaces a missing MEMORY.md by memory.md, or puts it after an existing one.
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
