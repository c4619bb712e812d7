package rows

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Library finds the texts of a run by their digests. It has all digests in memory, 24 bytes each with their tokens, and
// those texts that were asked for last: texts have the order of the cases, so a case's own are neighbours.
type Library struct {
	table *Table[foundRow]
	at    []textAt // sorted by digest
	young map[int64][]foundRow
	old   map[int64][]foundRow
	bytes int // of the texts in young
}

// textAt is the row of a digest's text, and its estimated tokens.
type textAt struct {
	digest digest
	row    uint32
	tokens int32
}

// indexedRow is a row of texts without its text.
type indexedRow struct {
	Digest string `parquet:"digest"`
	Tokens int32  `parquet:"tokens"`
}

// foundRow is a row of texts without its digest, by which it was found.
type foundRow struct {
	Text string `parquet:"text"`
}

// mostLibrary is the number of bytes of texts from which on those read so far are old; the old ones before them are
// dropped. It is enough for the texts of several hundred neighbouring cases.
const mostLibrary = 8 << 20

// OpenLibrary opens the texts of a run's folder.
func OpenLibrary(ctx context.Context, folder string) (_ *Library, err error) {
	l := &Library{young: map[int64][]foundRow{}}
	if l.table, err = Open[foundRow](folder, "texts"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.Close())
		}
	}()
	if l.table.rows > math.MaxUint32 {
		return nil, fmt.Errorf("%s: %d texts are more than can be looked up", l.table.Name(), l.table.rows)
	}
	l.at = make([]textAt, 0, min(l.table.rows, 1<<20)) // a damaged file may name any number
	var damaged error
	err = eachOf(ctx, folder, "texts", func(r *indexedRow) bool {
		at := textAt{row: uint32(len(l.at)), tokens: r.Tokens}
		if len(r.Digest) != hex.EncodedLen(len(at.digest)) {
			damaged = fmt.Errorf("row %d of the texts of %s: digest %q", len(l.at)+1, folder, r.Digest)
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
	return l, nil
}

// find returns where the text of a digest is; nil: nowhere.
func (l *Library) find(name string) *textAt {
	var d digest
	if len(name) != hex.EncodedLen(len(d)) {
		return nil
	}
	if _, err := hex.Decode(d[:], []byte(name)); err != nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(l.at, d, func(at textAt, d digest) int {
		return bytes.Compare(at.digest[:], d[:])
	})
	if !ok {
		return nil
	}
	return &l.at[i]
}

// Tokens returns the estimated tokens of a digest's text; 0: the run lacks it.
func (l *Library) Tokens(name string) int {
	if at := l.find(name); at != nil {
		return int(at.tokens)
	}
	return 0
}

// Text returns the text of a digest and its estimated tokens. Not every run of an older version has all texts.
func (l *Library) Text(name string) (text string, tokens int, ok bool, err error) {
	at := l.find(name)
	if at == nil {
		return "", 0, false, nil
	}
	row := int64(at.row)
	block, err := l.block(row / rowsAtOnce)
	if err != nil {
		return "", 0, false, err
	}
	if n := row % rowsAtOnce; n < int64(len(block)) {
		return block[n].Text, int(at.tokens), true, nil
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
