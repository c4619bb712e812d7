package rows

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Table is a Parquet file of a run that is read row by row. T has the wanted columns.
type Table[T any] struct {
	name string
	rows int64
	file *os.File
	r    *parquet.GenericReader[T]
	buf  []T
	at   int
	done bool
}

const rowsAtOnce = 256

// Open opens NAME.parquet of a run's folder.
func Open[T any](folder, name string) (*Table[T], error) {
	name = filepath.Join(folder, name+".parquet")
	f, err := disk.Open(name)
	if err != nil {
		return nil, err
	}
	r, err := readTable[T](f, name)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// readTable reads an open file; name is used in errors.
func readTable[T any](f *os.File, name string) (_ *Table[T], err error) {
	defer func() {
		if p := recover(); p != nil { // the library panics on some broken files
			err = fmt.Errorf("%s: %v", name, p)
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(f, info.Size()) // before a reader, which panics unless it is a Parquet file
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := parquet.NewGenericReader[T](file)
	return &Table[T]{name: name, rows: file.NumRows(), file: f, r: r, buf: make([]T, 0, rowsAtOnce)}, nil
}

// eachRow passes on the rows of an open file with their numbers, from 0.
func eachRow[T any](f *os.File, take func(row int64, r *T) error) (err error) {
	r, err := readTable[T](f, f.Name())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.r.Close()) }()
	for n := int64(0); ; n++ {
		row, err := r.Next()
		if row == nil || err != nil {
			return err
		}
		if err := take(n, row); err != nil {
			return err
		}
	}
}

// Next returns the next row; nil after the last one. It is overwritten by later calls.
func (t *Table[T]) Next() (row *T, err error) {
	defer func() {
		if p := recover(); p != nil {
			row, err = nil, fmt.Errorf("%s: %v", t.name, p)
		}
	}()
	if t.at == len(t.buf) {
		if t.done {
			return nil, nil
		}
		t.buf = t.buf[:cap(t.buf)]
		clear(t.buf) // lists would share their memory with the rows before
		n, err := t.r.Read(t.buf)
		t.buf, t.at = t.buf[:n], 0
		if t.done = errors.Is(err, io.EOF); err != nil && !t.done {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		if n == 0 {
			return nil, nil
		}
	}
	t.at++
	return &t.buf[t.at-1], nil
}

// seek makes the row of this number, from 0, the next one.
func (t *Table[T]) seek(row int64) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: %v", t.name, p)
		}
	}()
	t.buf, t.at, t.done = t.buf[:0], 0, false
	return t.r.SeekToRow(row)
}

// Close closes the file.
func (t *Table[T]) Close() error { return errors.Join(t.r.Close(), t.file.Close()) }

// Name returns the name of the file.
func (t *Table[T]) Name() string { return t.name }

// Len returns the number of rows.
func (t *Table[T]) Len() int64 { return t.rows }

// Columns returns the columns of the file, in order, whatever T has.
func (t *Table[T]) Columns() []parquet.Field { return t.r.Schema().Fields() }
