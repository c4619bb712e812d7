package stored

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// recordingsDir is the folder, in that of a run, with what servers have said.
const recordingsDir = "recordings"

// Answers say who has answered the calls of a run that servers have answered.
type Answers struct {
	Model   string `json:"model"`             // ollama:NAME, as it was named
	Scripts bool   `json:"keep_scripted"`     // scripted answers went before
	From    string `json:"from,omitempty"`    // the run whose recordings went before the model, or were all there was
	Resumed bool   `json:"resumed,omitempty"` // From was continued
}

// KeepRecordings makes the folder for what servers say in this run, and says in run.json whose it is: whatever ends the
// run, its answers can be used.
func (w *Writer) KeepRecordings(info Info) (dir string, err error) {
	if err := os.Mkdir(w.recordings(), 0o755); err != nil {
		return "", err
	}
	info.Interrupted = true
	return w.recordings(), w.write(info)
}

func (w *Writer) recordings() string { return filepath.Join(w.path(), recordingsDir) }

// OpenAnswers finds a run below dir that servers have answered, and the folder with what they said. The run may have
// ended before its first case did.
func OpenAnswers(dir, name string) (run *Run, recordings string, err error) {
	folder, err := Find(dir, name)
	if err != nil {
		return nil, "", err
	}
	if run, err = readRun(folder); err != nil {
		return nil, "", err
	}
	recordings = filepath.Join(folder, recordingsDir)
	if run.Answers == nil || !hasFiles(recordings) {
		return nil, "", fmt.Errorf("%s holds no recordings: no server has answered it", run)
	}
	return run, recordings, nil
}

// OpenRecordings is the run that a folder of recordings belongs to.
func OpenRecordings(recordings string) (*Run, error) {
	if !hasFiles(recordings) {
		return nil, fmt.Errorf("%s: no recordings in it: want the folder %s of a run that a server has answered",
			recordings, recordingsDir)
	}
	run, err := readRun(filepath.Dir(filepath.Clean(recordings)))
	if err == nil && run.Answers == nil {
		err = fmt.Errorf("%s: no server has answered this run: its %s does not say which model", run, infoFile)
	}
	return run, err
}

// hasFiles reports whether there is a file in a folder or below it.
func hasFiles(dir string) bool {
	found := false
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			found = true
			return filepath.SkipAll
		}
		return nil
	})
	return found
}
