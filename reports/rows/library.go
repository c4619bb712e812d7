package rows

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
)

// Library finds the texts of a run by their digests. It has all digests in memory, 24 bytes each, and those texts that
// were asked for last: texts have the order of the cases, so a case's own are neighbours.
type Library struct {
	table *Table[foundRow]
	at    []textAt // sorted by digest
	young map[int64][]foundRow
	old   map[int64][]foundRow
	bytes int // of the texts in young
}

// textAt is the row of a digest's text.
type textAt struct {
	digest digest
	row    int64
}

// foundRow is a row of texts without its digest, by which it was found.
type foundRow struct {
	Text   string `parquet:"text"`
	Tokens int32  `parquet:"tokens"`
}

// mostLibrary is the number of bytes of texts from which on those read so far are old; the old ones before them are
// dropped. It is enough for the texts of several hundred neighbouring cases.
const mostLibrary = 8 << 20

// OpenLibrary opens the texts of a run's folder.
func OpenLibrary(ctx context.Context, folder string) (*Library, error) {
	l := &Library{young: map[int64][]foundRow{}}
	var damaged error
	err := eachOf(ctx, folder, "texts", func(r *digestRow) bool {
		at := textAt{row: int64(len(l.at))}
		if len(r.Digest) != hex.EncodedLen(len(at.digest)) {
			damaged = fmt.Errorf("row %d of the texts of %s: digest %q", at.row+1, folder, r.Digest)
			return false
		}
		_, damaged = hex.Decode(at.digest[:], []byte(r.Digest))
		l.at = append(l.at, at)
		return damaged == nil
	})
	if err = cmp.Or(err, damaged); err != nil {
		return nil, err
	}
	slices.SortFunc(l.at, func(a, b textAt) int { return bytes.Compare(a.digest[:], b.digest[:]) })
	l.table, err = Open[foundRow](folder, "texts")
	return l, err
}

// Text returns the text of a digest and its estimated tokens. Not every run of an older version has all texts.
func (l *Library) Text(name string) (text string, tokens int, ok bool, err error) {
	var d digest
	if len(name) != hex.EncodedLen(len(d)) {
		return "", 0, false, nil
	}
	if _, err := hex.Decode(d[:], []byte(name)); err != nil {
		return "", 0, false, nil
	}
	i, ok := slices.BinarySearchFunc(l.at, d, func(at textAt, d digest) int {
		return bytes.Compare(at.digest[:], d[:])
	})
	if !ok {
		return "", 0, false, nil
	}
	block, err := l.block(l.at[i].row / rowsAtOnce)
	if err != nil {
		return "", 0, false, err
	}
	if at := l.at[i].row % rowsAtOnce; at < int64(len(block)) {
		return block[at].Text, int(block[at].Tokens), true, nil
	}
	return "", 0, false, errors.New(l.table.Name() + ": fewer rows than it says")
}

// block returns the rows of this number and those that were read with it.
func (l *Library) block(n int64) ([]foundRow, error) {
	if rows, ok := l.young[n]; ok {
		return rows, nil
	}
	rows, ok := l.old[n]
	if !ok {
		if err := l.table.seek(n * rowsAtOnce); err != nil {
			return nil, err
		}
		for range rowsAtOnce {
			row, err := l.table.Next()
			if err != nil {
				return nil, err
			}
			if row == nil {
				break
			}
			rows = append(rows, *row)
		}
	}
	if l.bytes > mostLibrary {
		l.old, l.young, l.bytes = l.young, map[int64][]foundRow{}, 0
	}
	l.young[n] = rows
	for _, r := range rows {
		l.bytes += len(r.Text)
	}
	return rows, nil
}

// Close closes the file.
func (l *Library) Close() error { return l.table.Close() }
