package rows

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strconv"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// FaultsWriter writes the table of faults alone, as FOLDER/faults.parquet. It stands there after Close, in the place of
// an older one.
type FaultsWriter struct{ file *parquetFile[cellRow] }

// NewFaultsWriter begins the file in a folder that exists.
func NewFaultsWriter(dir string) (*FaultsWriter, error) {
	name := "faults.parquet"
	tmp := "." + name + strconv.FormatUint(1e9+rand.Uint64N(1e9), 10) // as atomicfile calls what is not whole yet
	file, err := createAs[cellRow](filepath.Join(dir, name), filepath.Join(dir, tmp))
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

// Abort takes away what was begun. After Close it does nothing.
func (w *FaultsWriter) Abort() error { return w.file.abort() }
