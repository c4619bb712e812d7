package stored

import (
	"fmt"
	"path/filepath"
)

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
