package rows

import (
	"encoding/hex"
	"errors"
)

// once ends the file and takes the texts out of it that stand there twice. It reads the digests as often as it takes to
// compare all of them without having more than a part in memory at a time.
func (t *texts) once() error {
	if err := t.file.end(); err != nil {
		return err
	}
	doubles, err := t.doubles(t.file.rows, mostCompared)
	if err != nil {
		return err
	}
	if doubles.n == 0 {
		return t.file.check()
	}
	return t.copyWithout(doubles)
}

// mostCompared is how many digests are in memory at a time, 16 to 32 MB.
const mostCompared = 1 << 19

// doubles are the rows whose digest an earlier row has.
func (t *texts) doubles(rows, most int64) (*rowSet, error) {
	found := &rowSet{bits: make([]uint64, rows/64+1)}
	parts := uint64(rows/most + 1)
	for part := range parts {
		seen := make(map[digest]struct{}, min(rows, most))
		err := eachRow(t.file.file, func(row int64, r *digestRow) error {
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

// part is the part of a digest, of so many.
func (d digest) part(parts uint64) uint64 {
	return (uint64(d[0])<<24 | uint64(d[1])<<16 | uint64(d[2])<<8 | uint64(d[3])) % parts
}

// copyWithout writes the file anew without some rows.
func (t *texts) copyWithout(rows *rowSet) (err error) {
	old := t.file
	defer func() { err = errors.Join(err, old.abort()) }()
	if t.file, err = createAs[textRow](old.name, old.name+".once.tmp"); err != nil {
		return err
	}
	err = eachRow(old.file, func(row int64, r *textRow) error {
		if rows.has(row) {
			return nil
		}
		return t.file.write(*r)
	})
	if err != nil {
		return err
	}
	return t.file.finish()
}

// digestRow is what of a text's row is compared.
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
