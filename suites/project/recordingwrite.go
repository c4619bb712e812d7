package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// WriteRecording replaces the recording of a case. The caller holds the project's guard.
func (s *Suite) WriteRecording(rec *model.Recording) error {
	file := s.recordingFile(rec.Case)
	text, err := rec.Encode()
	if err == nil {
		err = s.project.writeRecording(file, text)
	}
	if err != nil {
		return pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	return nil
}

// writeRecording replaces a file of recorded data.
func (p *Project) writeRecording(file string, text []byte) error {
	switch {
	case p.Dir == "":
		return errors.New("this project cannot be written")
	case len(text) > MaxRecording:
		return fmt.Errorf("%.1f MB, at most %d MB can be read back", float64(len(text))/(1<<20), MaxRecording>>20)
	}
	if err := disk.CheckInside(p.Dir, file); err != nil {
		return err
	}
	return disk.Write(p.OnDisk(file), text, 0o600) // as an import writes it
}

// UnfinishedRecordings returns the unfinished files beside the suite's recordings.
func (s *Suite) UnfinishedRecordings() (files []string, err error) {
	if s.Recordings == "" && s.Embedder == "" {
		return nil, nil
	}
	dir := s.embeddingsDir()
	err = disk.EachEntry(s.project.FS, dir, func(e fs.DirEntry) error {
		if UnfinishedRecording(e.Name()) && !e.IsDir() {
			files = append(files, path.Join(dir, e.Name()))
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// UnfinishedRecording reports whether a file name is that of a recording in progress, or one whose writer was killed.
func UnfinishedRecording(file string) bool {
	of, ok := disk.Unfinished(file)
	return ok && path.Ext(of) == ".jsonl"
}
