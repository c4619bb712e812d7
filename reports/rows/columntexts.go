package rows

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// EachText passes all texts of a table of a run's folder to take with their row numbers, from 1, column by column in
// each row group: a search needs no whole rows.
func EachText(folder, table string, take func(row int64, text string) error) (err error) {
	name := filepath.Join(folder, table+".parquet")
	f, err := disk.Open(name)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil { // the library panics on some broken files
			err = fmt.Errorf("%s: %v", name, p)
		}
		err = errors.Join(err, f.Close())
	}()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipPageIndex(true))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	before := int64(0)
	for _, g := range file.RowGroups() {
		for _, chunk := range g.ColumnChunks() {
			if chunk.Type().Kind() != parquet.ByteArray {
				continue
			}
			if err := eachTextOf(chunk, before, take); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		before += g.NumRows()
	}
	return nil
}

// eachTextOf passes on the texts of a column in a row group after so many rows.
func eachTextOf(chunk parquet.ColumnChunk, row int64, take func(row int64, text string) error) (err error) {
	pages := chunk.Pages()
	defer func() { err = errors.Join(err, pages.Close()) }()
	var values [256]parquet.Value
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		read := page.Values()
		for ended := false; !ended && err == nil; {
			var n int
			n, err = read.ReadValues(values[:])
			if ended = errors.Is(err, io.EOF); ended {
				err = nil
			}
			for _, v := range values[:n] {
				if v.RepetitionLevel() == 0 {
					row++
				}
				if err == nil && len(v.ByteArray()) > 0 {
					err = take(row, string(v.ByteArray()))
				}
			}
		}
		parquet.Release(page)
		if err != nil {
			return err
		}
	}
}
