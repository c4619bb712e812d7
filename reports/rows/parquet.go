package rows

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// SchemaVersion is in every Parquet file under the key schema_version. New columns keep the version; a column that is
// renamed, removed or given another meaning changes it.
const SchemaVersion = 1

// The largest sizes of a row group, by what its rows have at most before dictionaries and compression. A larger row has
// a group of its own. Each group costs memory until the file ends, and so do its rows until it is written: in a large
// file a group has an eighth of what is written already.
const (
	rowGroupSize  = 8 << 20
	maxGroupSize  = 4 * rowGroupSize
	groupsOfAFile = 8
)

// The writer gets rows in batches of so many rows, or bytes if that is less: a column's call costs more than a value.
const (
	batchRows = 64
	batchSize = 1 << 18
)

// row is a row of a Parquet file.
type row interface {
	// size returns the most bytes that the values of the row take before compression.
	size() int
	// check returns a top-level column and its value, which verify a file when it is read again.
	check() (column, value string)
}

// parquetFile is a Parquet file being written, under a temporary name until it is complete.
type parquetFile[T row] struct {
	name  string // of the complete file
	file  *os.File
	w     *parquet.GenericWriter[T]
	batch []T // rows that the writer does not have yet
	size  int // of the batch
	group int // size of the row group so far
	past  int // that of all groups before it
	rows  int64
	sum   checksum
}

// createParquet begins NAME.parquet in a folder.
func createParquet[T row](dir, name string, with *codec) (*parquetFile[T], error) {
	name = filepath.Join(dir, name+".parquet")
	return createAs[T](name, name+".tmp", with)
}

// createAs begins a file that has the name tmp until it is published.
func createAs[T row](name, tmp string, with *codec) (*parquetFile[T], error) {
	f, err := os.OpenFile(tmp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	options := []parquet.WriterOption{
		parquet.Compression(with),
		parquet.KeyValueMetadata("schema_version", strconv.Itoa(SchemaVersion)),
		parquet.DataPageStatistics(false), // the column index has them
		parquet.PageBufferSize(64 << 10),
	}
	for _, column := range unbounded {
		options = append(options, parquet.SkipPageBounds(column...))
	}
	return &parquetFile[T]{name: name, file: f, w: parquet.NewGenericWriter[T](f, options...)}, nil
}

// unbounded lists columns whose smallest and largest values, however long, would be in the footer without use.
var unbounded = [][]string{
	{"text"}, {"decision"}, {"value"}, {"result_digest"},
	{"expected"}, {"actual"}, {"reason"}, {"error_detail"}, {"request_digest"}, {"response_digest"},
	{"fallbacks", "list", "element", "detail"}, {"errors", "list", "element"}, {"failures", "list", "element"},
	{"warnings", "list", "element"},
	{"reason_a"}, {"reason_b"},
	{"parts", "list", "element"},
}

func (p *parquetFile[T]) write(row T) error {
	n := row.size()
	if p.group > 0 && p.group+n > min(max(rowGroupSize, p.past/groupsOfAFile), maxGroupSize) {
		err := p.writeBatch()
		if err == nil {
			err = p.w.Flush()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		p.past, p.group = p.past+p.group, 0
	}
	p.group += n
	p.rows++
	_, value := row.check()
	p.sum.add([]byte(value))
	p.batch = append(p.batch, row)
	if p.size += n; len(p.batch) < batchRows && p.size < batchSize {
		return nil
	}
	if err := p.writeBatch(); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

// writeBatch passes the batch on.
func (p *parquetFile[T]) writeBatch() error {
	_, err := p.w.Write(p.batch)
	clear(p.batch)
	p.batch, p.size = p.batch[:0], 0
	return err
}

// finish ends the file and reads it again.
func (p *parquetFile[T]) finish() error {
	if err := p.end(); err != nil {
		return err
	}
	return p.check()
}

// end writes what is still in memory, and frees the writer's buffers, which are the largest part.
func (p *parquetFile[T]) end() error {
	err := p.writeBatch()
	if err == nil {
		err = p.w.Close()
	}
	if p.w, p.batch = nil, nil; err != nil {
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

// abort removes an unpublished file.
func (p *parquetFile[T]) abort() error {
	if p == nil || p.file == nil {
		return nil
	}
	name := p.file.Name()
	p.file.Close() // it may be closed
	p.file = nil
	return os.Remove(name)
}

// verify reads the file like any reader: it has to have all rows, and the written values of the checked column.
func (p *parquetFile[T]) verify() error {
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	f, err := parquet.OpenFile(p.file, info.Size(), parquet.SkipPageIndex(true))
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
