package rows

import (
	"encoding/hex"
	"errors"
	"os"
)

// withoutDoubles ends the file and removes duplicate texts from it. It reads the digests several times, to compare all
// of them with only a part in memory at a time. It returns the file that replaces this one, even with an error.
func withoutDoubles(file *parquetFile[textRow]) (*parquetFile[textRow], error) {
	if err := file.end(); err != nil {
		return file, err
	}
	found, err := doubles(file.file, file.rows, mostCompared)
	if err != nil {
		return file, err
	}
	if found.n == 0 {
		return file, file.check()
	}
	return copyWithout(file, found)
}

// mostCompared is the most digests in memory at a time, 16 to 32 MB.
const mostCompared = 1 << 19

// doubles returns the rows whose digest an earlier row has.
func doubles(file *os.File, rows, most int64) (*rowSet, error) {
	found := &rowSet{bits: make([]uint64, rows/64+1)}
	parts := uint64(rows/most + 1)
	for part := range parts {
		seen := make(map[digest]struct{}, min(rows, most))
		err := eachRow(file, func(row int64, r *digestRow) error {
			var d digest
			if _, err := hex.Decode(d[:], []byte(r.Digest)); err != nil {
				return err
			}
			if d.part(parts) != part {
				return nil
			}
			if _, double := seen[d]; double {
				found.add(row)
			}
			seen[d] = struct{}{}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// copyWithout rewrites a file without some rows, and removes the old one.
func copyWithout(old *parquetFile[textRow], rows *rowSet) (file *parquetFile[textRow], err error) {
	defer func() { err = errors.Join(err, old.abort()) }()
	if file, err = createAs[textRow](old.name, old.name+".once.tmp", newCodec()); err != nil {
		return nil, err
	}
	err = eachRow(old.file, func(row int64, r *textRow) error {
		if rows.has(row) {
			return nil
		}
		return file.write(*r)
	})
	if err != nil {
		return file, err
	}
	return file, file.finish()
}

// digestRow has the compared column of a text's row.
type digestRow struct {
	Digest string `parquet:"digest"`
}

// rowSet is a set of row numbers, a bit for each row of the file.
type rowSet struct {
	bits []uint64
	n    int
}

func (s *rowSet) add(row int64) {
	s.bits[row/64] |= 1 << (row % 64)
	s.n++
}

func (s *rowSet) has(row int64) bool { return s.bits[row/64]&(1<<(row%64)) != 0 }
