package rows

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/parquet-go/parquet-go"
)

// checksum is the checksum of a list of values and their lengths.
type checksum uint32

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (c *checksum) add(value []byte) {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(value)))
	sum := crc32.Update(uint32(*c), castagnoli, length[:])
	*c = checksum(crc32.Update(sum, castagnoli, value))
}

// addColumn adds the values of a column of a row group.
func (c *checksum) addColumn(chunk parquet.ColumnChunk) (err error) {
	pages := chunk.Pages()
	defer func() { err = errors.Join(err, pages.Close()) }()
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		err = c.addValues(page.Values())
		parquet.Release(page)
		if err != nil {
			return err
		}
	}
}

func (c *checksum) addValues(r parquet.ValueReader) error {
	var values [256]parquet.Value
	for {
		n, err := r.ReadValues(values[:])
		for _, v := range values[:n] {
			c.add(v.ByteArray())
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
