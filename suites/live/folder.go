package live

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Folder holds the servers' answers of a run: a file for each case, in a folder for each suite.
type Folder struct{ Dir string }

// file returns the file of a sample of a case: CASE.jsonl, CASE@1.jsonl and so on. No name of a case holds an @.
func (f *Folder) file(suite, id string, sample int) string {
	name := fixtures.FileName(id)
	if sample > 0 {
		name += "@" + strconv.Itoa(sample)
	}
	return filepath.Join(f.Dir, suite, name+".jsonl")
}

// Has reports whether there is a file of a case.
func (f *Folder) Has(suite, id string) bool {
	_, err := os.Lstat(f.file(suite, id, 0))
	return err == nil
}

// Read returns the recording of a case, of its first sample if it ran several times; nil where there is none.
func (f *Folder) Read(suite, id string) (*model.Recording, error) { return f.ReadSample(suite, id, 0) }

// ReadSample returns the recording of a sample of a case; nil where there is none.
func (f *Folder) ReadSample(suite, id string, sample int) (*model.Recording, error) {
	file := f.file(suite, id, sample)
	data, err := disk.ReadFile(file, project.MaxRecording)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	return model.ReadRecordingOf(id, data, file)
}

// Embeddings returns the vectors recorded for a suite; nil if there are none.
func (f *Folder) Embeddings(suite string) (*model.Embeddings, error) {
	file := f.embeddings(suite)
	data, err := disk.ReadFile(file, project.MaxRecording)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	return model.ReadEmbeddings(data, file)
}

// KeepEmbeddings stores the vectors of a suite.
func (f *Folder) KeepEmbeddings(suite string, e *model.Embeddings) error {
	text, err := e.Encode()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(f.embeddings(suite)), 0o755)
	}
	if err != nil {
		return err
	}
	return disk.Write(f.embeddings(suite), text, 0o600)
}

func (f *Folder) embeddings(suite string) string {
	return filepath.Join(f.Dir, suite, project.EmbeddingsFile)
}

// begin begins the file of a sample of a case with the answers of earlier runs, so that none is lost however this run
// ends.
func (f *Folder) begin(suite, id string, sample int, earlier *model.Recording) (*caseFile, error) {
	name := f.file(suite, id, sample)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if earlier == nil {
		earlier = &model.Recording{Case: id}
	}
	text, err := earlier.Encode()
	if err == nil {
		_, err = file.Write(text)
	}
	return &caseFile{name: name, open: file}, errors.Join(err, closeOn(err, file))
}

func closeOn(err error, f *os.File) error {
	if err == nil {
		return nil
	}
	return f.Close()
}

// caseFile is the file of a case in progress.
type caseFile struct {
	name string

	mu   sync.Mutex
	open *os.File
}

// add appends an answer, as one whole line.
func (f *caseFile) add(l model.Line) error {
	text, err := l.Encode()
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err = f.open.Write(text)
	return err
}

// leave leaves the file as it is.
func (f *caseFile) leave() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.open.Close()
}

// end puts the answers in the order of the tree. A case without any leaves no file.
func (f *caseFile) end(rec *model.Recording) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.open.Close(); err != nil {
		return err
	}
	if len(rec.Lines) == 0 {
		return os.Remove(f.name)
	}
	text, err := rec.Encode()
	if err != nil {
		return err
	}
	return disk.Write(f.name, text, 0o600)
}
