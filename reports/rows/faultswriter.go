package rows

import (
	"errors"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// FaultsWriter writes only the table of faults, as FOLDER/faults.parquet. Close replaces an older one.
type FaultsWriter struct{ file *parquetFile[cellRow] }

// NewFaultsWriter begins the file for a folder in another one on the same disk, where it stays until it is complete.
func NewFaultsWriter(dir, begun string) (*FaultsWriter, error) {
	const name = "faults.parquet"
	file, err := createAs[cellRow](filepath.Join(dir, name), filepath.Join(begun, name+".tmp"), newCodec())
	if err != nil {
		return nil, err
	}
	return &FaultsWriter{file}, nil
}

// Add writes the rows of one more case.
func (w *FaultsWriter) Add(suite, id string, cells []result.Cell) error {
	return writeAll(w.file, cellsOf(suite, id, cells))
}

// Close ends the file, reads it again, and gives it its name.
func (w *FaultsWriter) Close() error {
	err := w.file.finish()
	if err == nil {
		err = w.file.publish()
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	return nil
}

// Abort removes the unfinished file. After Close it does nothing.
func (w *FaultsWriter) Abort() error { return w.file.abort() }
