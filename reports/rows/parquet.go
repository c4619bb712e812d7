package rows

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// SchemaVersion stands in every Parquet file under the key schema_version. Columns are added without a new version; one
// that is renamed, taken away or given another meaning makes one.
const SchemaVersion = 1

// rowGroupSize is how many bytes a row group may come to before it is compressed. The one row that is larger has a
// group of its own.
const rowGroupSize = 8 << 20

// row is what a Parquet file holds.
type row interface {
	// size is how many bytes the values of the row take at most, before they are compressed.
	size() int
	// check names a column at the top of the row, and its value, by which a file that is read again is told to be
	// whole.
	check() (column, value string)
}

// parquetFile is a Parquet file that is being written, under a name of its own until it is whole.
type parquetFile[T row] struct {
	name  string // of the file when it is whole
	file  *os.File
	w     *parquet.GenericWriter[T]
	buf   [1]T
	group int // size of the row group so far
	rows  int64
	sum   checksum
}

// createParquet begins NAME.parquet in a folder.
func createParquet[T row](dir, name string) (*parquetFile[T], error) {
	name = filepath.Join(dir, name+".parquet")
	return createAs[T](name, name+".tmp")
}

// createAs begins a file that has the name tmp until it is published.
func createAs[T row](name, tmp string) (*parquetFile[T], error) {
	f, err := os.OpenFile(tmp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	options := []parquet.WriterOption{
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.KeyValueMetadata("schema_version", strconv.Itoa(SchemaVersion)),
		parquet.DataPageStatistics(false), // the column index has them
		parquet.PageBufferSize(64 << 10),
	}
	for _, column := range unbounded {
		options = append(options, parquet.SkipPageBounds(column...))
	}
	return &parquetFile[T]{name: name, file: f, w: parquet.NewGenericWriter[T](f, options...)}, nil
}

// unbounded are columns whose smallest and largest values would stand in the footer whole, however long, and help
// nobody.
var unbounded = [][]string{
	{"text"}, {"decision"}, {"value"}, {"result_digest"},
	{"expected"}, {"actual"}, {"reason"}, {"error_detail"}, {"request_digest"}, {"response_digest"},
	{"fallbacks", "list", "element", "detail"}, {"errors", "list", "element"}, {"failures", "list", "element"},
	{"warnings", "list", "element"},
	{"parts", "list", "element"},
}

func (p *parquetFile[T]) write(row T) error {
	n := row.size()
	if p.group > 0 && p.group+n > rowGroupSize {
		if err := p.w.Flush(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		p.group = 0
	}
	p.group += n
	p.rows++
	_, value := row.check()
	p.sum.add([]byte(value))
	p.buf[0] = row
	if _, err := p.w.Write(p.buf[:]); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

// finish ends the file and reads it again.
func (p *parquetFile[T]) finish() error {
	if err := p.end(); err != nil {
		return err
	}
	return p.check()
}

// end writes what is still in memory. The writer's buffers are the largest thing there, and not needed any more.
func (p *parquetFile[T]) end() error {
	err := p.w.Close()
	if p.w = nil; err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

// check reads an ended file again.
func (p *parquetFile[T]) check() error {
	err := p.verify()
	if err == nil {
		err = p.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

// publish gives the finished file its name.
func (p *parquetFile[T]) publish() error {
	err := p.file.Close()
	if err == nil {
		err = os.Rename(p.file.Name(), p.name)
	}
	if err == nil {
		p.file = nil
	}
	return err
}

// abort takes away a file that was not published.
func (p *parquetFile[T]) abort() error {
	if p == nil || p.file == nil {
		return nil
	}
	name := p.file.Name()
	p.file.Close() // it may be closed
	p.file = nil
	return os.Remove(name)
}

// verify reads the file as anybody would: it has to have all rows, and the checked column the values that were written.
func (p *parquetFile[T]) verify() error {
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	f, err := parquet.OpenFile(p.file, info.Size())
	if err != nil {
		return err
	}
	if f.NumRows() != p.rows {
		return fmt.Errorf("%d rows were written, and %d read again", p.rows, f.NumRows())
	}
	var zero T
	name, _ := zero.check()
	column, ok := f.Schema().Lookup(name)
	if !ok {
		return fmt.Errorf("no column %s when read again", name)
	}
	var sum checksum
	for _, g := range f.RowGroups() {
		if err := sum.addColumn(g.ColumnChunks()[column.ColumnIndex]); err != nil {
			return err
		}
	}
	if sum != p.sum {
		return fmt.Errorf("column %s is not as it was written", name)
	}
	return nil
}
