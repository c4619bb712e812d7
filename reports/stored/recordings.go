package stored

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// OpenAnswers finds a run below dir that servers answered, and the folder with their answers. The run may have ended
// before its first case did.
func OpenAnswers(dir, name string) (run *Run, recordings string, err error) {
	folder, err := Find(dir, name)
	if err != nil {
		return nil, "", err
	}
	if run, err = readRun(folder); err != nil {
		return nil, "", err
	}
	recordings = filepath.Join(folder, recordingsDir)
	if run.Answers != nil && hasFiles(recordings) {
		return run, recordings, nil
	}
	err = fmt.Errorf("%s holds no recordings: no server has answered it", run)
	before := lastBefore(dir, run.Name, func(r *Run) bool {
		return r.Answers != nil && hasFiles(filepath.Join(r.folder, recordingsDir))
	})
	if before != nil {
		err = fmt.Errorf("%w\nthe last one with recordings is %s", err, before.Name)
	}
	return nil, "", err
}

// OpenRecordings returns the run of a folder of recordings.
func OpenRecordings(recordings string) (*Run, error) {
	const want = "%s: no %s: want the folder " + recordingsDir + " of a run that a server has answered"
	if !hasFiles(recordings) {
		return nil, fmt.Errorf(want, recordings, "recordings in it")
	}
	run, err := readRun(filepath.Dir(filepath.Clean(recordings)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf(want, recordings, infoFile+" beside it")
	}
	if err == nil && run.Answers == nil {
		err = fmt.Errorf("%s: no server has answered this run: its %s does not say which model", run, infoFile)
	}
	return run, err
}
