package rows

import (
	"cmp"
	"context"
	"errors"
)

// mostTextBytes is the most bytes of one column's texts that Read has in memory.
const mostTextBytes = 64 << 20

// mostHunks is the number of different edits whose words Read keeps.
const mostHunks = 100_000

type (
	changeDigest struct {
		Diff string `parquet:"diff_digest"`
	}
	partDigest struct {
		Hunks string `parquet:"hunks_digest"`
	}
)

// readTexts returns the texts named by the first rows of a table, by digest: at most so many different ones, as far as
// they fit into memory.
func readTexts[T any](ctx context.Context, folder, table string, most int, digest func(*T) string) (
	map[string]string, error) {
	if most == 0 {
		return nil, nil
	}
	wanted := map[string]bool{}
	err := eachOf(ctx, folder, table, func(row *T) bool {
		wanted[digest(row)] = true
		return len(wanted) < most
	})
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	found, room := map[string]string{}, mostTextBytes
	err = eachOf(ctx, folder, "texts", func(row *textRow) bool {
		if wanted[row.Digest] {
			if room -= len(row.Text); room >= 0 {
				found[row.Digest] = row.Text
			}
		}
		return len(found) < len(wanted) && room >= 0
	})
	return found, err
}

// Each passes on the rows of a table of a run's folder.
func Each[T any](ctx context.Context, folder, table string, take func(*T)) error {
	return eachOf(ctx, folder, table, func(row *T) bool {
		take(row)
		return true
	})
}

// eachOf passes on the rows of a table until take has seen enough.
func eachOf[T any](ctx context.Context, folder, table string, take func(*T) (more bool)) (err error) {
	t, err := Open[T](folder, table)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	for {
		row, err := t.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil || !take(row) {
			return err
		}
	}
}
