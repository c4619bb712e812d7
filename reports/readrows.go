package reports

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/fixtures/regular"
)

// rowReader reads a Parquet file of a run row by row. T holds the columns that are wanted.
type rowReader[T any] struct {
	name string
	rows int64
	file *os.File
	r    *parquet.GenericReader[T]
	buf  []T
	at   int
	done bool
}

const rowsAtOnce = 256

// openRows opens NAME.parquet of a run's folder.
func openRows[T any](folder, name string) (*rowReader[T], error) {
	name = filepath.Join(folder, name+".parquet")
	f, err := regular.Open(name)
	if err != nil {
		return nil, err
	}
	r, err := newRowReader[T](f, name)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// newRowReader reads an open file, which name is for in errors.
func newRowReader[T any](f *os.File, name string) (_ *rowReader[T], err error) {
	defer func() {
		if p := recover(); p != nil { // the library panics on some broken files
			err = fmt.Errorf("%s: %v", name, p)
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(f, info.Size()) // before a reader, which panics on what is no Parquet file
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := parquet.NewGenericReader[T](file)
	return &rowReader[T]{name: name, rows: file.NumRows(), file: f, r: r, buf: make([]T, 0, rowsAtOnce)}, nil
}

// eachRow hands out the rows of an open file with their numbers, from 0.
func eachRow[T any](f *os.File, take func(row int64, r *T) error) (err error) {
	r, err := newRowReader[T](f, f.Name())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.r.Close()) }()
	for n := int64(0); ; n++ {
		row, err := r.next()
		if row == nil || err != nil {
			return err
		}
		if err := take(n, row); err != nil {
			return err
		}
	}
}

// next is the next row; nil behind the last one. It is overwritten by later calls.
func (r *rowReader[T]) next() (row *T, err error) {
	defer func() {
		if p := recover(); p != nil {
			row, err = nil, fmt.Errorf("%s: %v", r.name, p)
		}
	}()
	if r.at == len(r.buf) {
		if r.done {
			return nil, nil
		}
		r.buf = r.buf[:cap(r.buf)]
		clear(r.buf) // lists would share their memory with the rows before
		n, err := r.r.Read(r.buf)
		r.buf, r.at = r.buf[:n], 0
		if r.done = errors.Is(err, io.EOF); err != nil && !r.done {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		if n == 0 {
			return nil, nil
		}
	}
	r.at++
	return &r.buf[r.at-1], nil
}

func (r *rowReader[T]) close() error { return errors.Join(r.r.Close(), r.file.Close()) }
