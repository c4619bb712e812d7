package project

import (
	"errors"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// MaxRecording is the size of the largest recording that is read, in bytes.
const MaxRecording = 256 << 20

// Recording returns the recording of a case, with the digest of its file; nil when the suite has none for it.
func (s *Suite) Recording(id string) (rec *model.Recording, digest string, err error) {
	data, err := s.recordingText(id)
	if data == nil || err != nil {
		return nil, "", err
	}
	rec, err = model.ReadRecordingOf(id, data, s.recordingFile(id))
	return rec, digestOf(data), err
}

// recordingText returns the file with the recording of a case; nil when there is none.
func (s *Suite) recordingText(id string) ([]byte, error) {
	if s.Recordings == "" {
		return nil, nil
	}
	file := s.recordingFile(id)
	data, err := disk.Read(s.project.FS, file, MaxRecording)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	return data, nil
}

// HasRecording reports whether there is a file with the recording of a case.
func (s *Suite) HasRecording(id string) bool {
	if s.Recordings == "" {
		return false
	}
	_, err := fs.Stat(s.project.FS, s.recordingFile(id))
	return err == nil
}

func (s *Suite) recordingFile(id string) string {
	return path.Join(s.RecordingDir(), fixtures.FileName(id)+".jsonl")
}

func (s *Suite) RecordingDir() string {
	return path.Join(s.project.Fixtures, "recordings", s.Recordings)
}
