package goldens

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Store is a folder of goldens: <suite>/<name>.yaml, with changes under review beside them in <name>.pending.yaml.
type Store struct {
	FS     fs.FS
	Dir    string // the folder below FS, slash-separated
	Disk   string // where FS lies on disk; empty: the store is only read
	DryRun bool   // nothing is written or removed, without an error
}

// Path returns the golden of a case, whose name is a valid file name.
func (s Store) Path(suite, name string) string { return path.Join(s.Dir, suite, name+extension) }

// PendingPath returns the file with the changes of a case.
func (s Store) PendingPath(suite, name string) string {
	return path.Join(s.Dir, suite, name+pendingExtension)
}

// FormPath returns the golden of a case in a wire form.
func (s Store) FormPath(suite, name, form string) string {
	return path.Join(s.Dir, suite, name+"."+form+".json")
}

// PendingFormPath returns the file with changes of that golden.
func (s Store) PendingFormPath(suite, name, form string) string {
	return path.Join(s.Dir, suite, name+"."+form+".pending.json")
}

// Read returns a file's bytes; nil when there is no such file.
func (s Store) Read(file string) ([]byte, error) {
	data, err := disk.Read(s.FS, file, maxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, s.checkLink(file)
	case err != nil:
		return nil, pipeline.FileErrorf(file, 0, "%w", reason(err))
	case data == nil:
		return []byte{}, nil
	}
	return data, nil
}

// checkLink rejects a dangling link, which is listed in the folder but cannot be read.
func (s Store) checkLink(file string) error {
	if info, err := fs.Lstat(s.FS, file); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return pipeline.FileErrorf(file, 0, "a link to a file that is not there").Remedied("remove it")
	}
	return nil
}

// Load reads a file; nil when there is none.
func (s Store) Load(file string) (*File, error) {
	data, err := s.Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	return Read(file, data)
}

// Write replaces a file, and seals one that is pending. The file keeps its version; a new or a damaged one gets the
// newest. It fails for a store that is only read.
func (s Store) Write(file string, f *File) error {
	old, err := s.Read(file)
	if err != nil {
		old = nil // it is replaced whatever it holds
	}
	as := *f
	as.Version = VersionOf(old)
	data, err := as.text()
	if err != nil {
		return pipeline.FileErrorf(file, 0, "%w", err)
	}
	return s.WriteBytes(file, data)
}

// text returns the bytes of a file, sealed if it is pending.
func (f *File) text() ([]byte, error) {
	if f.Pending != nil {
		return f.Sealed()
	}
	return f.Append(nil)
}

// Keep replaces a pending file of a golden that would be text, in the version of that. A run can make it again, so it
// is not on the disk at once: if the machine fails, it may be damaged, which its seal shows.
func (s Store) Keep(file string, p Pending, text []byte) error {
	data, err := p.sealed(text)
	if err != nil {
		return pipeline.FileErrorf(file, 0, "%w", err)
	}
	return s.replace(file, func(name string) error { return disk.WriteUnsynced(name, data, 0o644) })
}

// WriteBytes replaces a file by data.
func (s Store) WriteBytes(file string, data []byte) error {
	return s.replace(file, func(name string) error { return disk.Write(name, data, 0o644) })
}

// Stream is WriteBytes for content too large for memory, produced by write.
func (s Store) Stream(file string, write func(io.Writer) error) error {
	return s.replace(file, func(name string) error { return disk.Stream(name, 0o644, write) })
}

// replace replaces a file by what write puts at a place on disk.
func (s Store) replace(file string, write func(name string) error) error {
	if s.DryRun {
		return nil
	}
	if s.Disk == "" {
		return pipeline.FileErrorf(file, 0, "these goldens cannot be written")
	}
	if err := disk.CheckInside(s.Disk, file); err != nil {
		return err
	}
	return write(s.onDisk(file))
}

// Remove removes a file; a missing one is no error.
func (s Store) Remove(file string) error {
	if s.Disk == "" || s.DryRun {
		return nil
	}
	if err := disk.CheckInside(s.Disk, file); err != nil {
		return err
	}
	if err := os.Remove(s.onDisk(file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s Store) onDisk(file string) string { return filepath.Join(s.Disk, filepath.FromSlash(file)) }

// Suites returns the names of the folders of suites, sorted.
func (s Store) Suites() ([]string, error) {
	var suites []string
	err := disk.EachEntry(s.FS, s.Dir, func(e fs.DirEntry) error {
		if e.IsDir() {
			suites = append(suites, e.Name())
		}
		return nil
	})
	slices.Sort(suites)
	return suites, err
}

// Names returns the names of a suite's goldens and of its pending files, each sorted.
func (s Store) Names(suite string) (accepted, pending []string, err error) {
	err = s.EachFile(suite, func(file string) {
		if name, ok := Accepted(file); ok {
			accepted = append(accepted, name)
		} else if name, ok := Waiting(file); ok {
			pending = append(pending, name)
		}
	})
	slices.Sort(accepted)
	slices.Sort(pending)
	return accepted, pending, err
}

// EachFile passes on the names of the files in a suite's folder, if it exists, in no order.
func (s Store) EachFile(suite string, take func(file string)) error {
	dir := path.Join(s.Dir, suite)
	err := disk.EachEntry(s.FS, dir, func(e fs.DirEntry) error {
		if !e.IsDir() {
			take(e.Name())
		}
		return nil
	})
	if err != nil {
		return pipeline.FileErrorf(dir, 0, "%w", reason(err))
	}
	return nil
}

// reason returns an error of the file system without the path.
func reason(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// LoadPending reads a pending file; nil when there is none. A modified one is an error.
func (s Store) LoadPending(file string) (*File, error) {
	data, err := s.Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	f, err := Read(file, data)
	if e, ok := errors.AsType[*pipeline.FileError](err); ok {
		return nil, e.Remedied("run again")
	}
	if err != nil {
		return nil, err
	}
	if f.Pending == nil {
		return nil, pipeline.FileErrorf(file, 1, "not a pending file: it does not name the run that showed it")
	}
	text, err := f.Sealed()
	if err != nil {
		return nil, pipeline.FileErrorf(file, 0, "%w", err)
	}
	return f, CheckSeal(file, f.Pending.Seal, data, text)
}

// LoadShown is LoadPending for what stands before the calls, which are not read: the seal vouches for them.
func (s Store) LoadShown(file string) (*File, error) {
	data, err := s.Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	if f, err := head(file, data); err == nil && isSealed(data, f.Pending.Seal) {
		return f, nil
	}
	return s.LoadPending(file) // says what is wrong
}

// PendingHead reads the part of a pending file before its calls; nil when there is none. It does not check the seal.
func (s Store) PendingHead(file string) (*File, error) {
	data, err := s.Read(file)
	if data == nil || err != nil {
		return nil, err
	}
	return head(file, data)
}

// head reads the part of a pending file before its calls.
func head(file string, data []byte) (*File, error) {
	if i := bytes.Index(data, []byte("\ncalls:")); i >= 0 {
		data = append(data[:i:i], "\ncalls: []\n"...)
	}
	f, err := Read(file, data)
	if err == nil && f.Pending == nil {
		err = pipeline.FileErrorf(file, 1, "not a pending file: it does not name the run that showed it")
	}
	return f, err
}

// IsFromLog reports whether a golden, or changes of one, is of a case known only from a log of requests.
func (s Store) IsFromLog(file string) bool {
	f, err := s.Load(file)
	return err == nil && f != nil && f.From == FromRequests
}
