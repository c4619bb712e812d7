package rows

import "errors"

// mostDiffBytes is how many bytes of diffs Read has in memory at a time.
const mostDiffBytes = 64 << 20

// readDiffs are the diffs of the first changed calls of a run by digest: so many different ones at most, as far as
// there is room for them.
func readDiffs(folder string, most int) (map[string]string, error) {
	if most == 0 {
		return nil, nil
	}
	wanted := map[string]bool{}
	err := eachOf(folder, "changes", func(row *struct {
		Diff string `parquet:"diff_digest"`
	}) bool {
		wanted[row.Diff] = true
		return len(wanted) < most
	})
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	diffs, room := map[string]string{}, mostDiffBytes
	err = eachOf(folder, "texts", func(row *textRow) bool {
		if wanted[row.Digest] {
			if room -= len(row.Text); room >= 0 {
				diffs[row.Digest] = row.Text
			}
		}
		return len(diffs) < len(wanted) && room >= 0
	})
	return diffs, err
}

// eachOf hands out the rows of a table until take has seen enough.
func eachOf[T any](folder, table string, take func(*T) (more bool)) (err error) {
	t, err := Open[T](folder, table)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	for {
		row, err := t.Next()
		if row == nil || err != nil || !take(row) {
			return err
		}
	}
}
