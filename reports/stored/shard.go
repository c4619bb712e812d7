package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// CreateShard makes the folder of a shard below dir. It takes the place of an earlier one, unless that is in progress.
// A shard that is resumed with servers' answers gets a folder beside the one that has them.
func CreateShard(dir string, s Shard, resumed bool) (*Writer, error) {
	below := filepath.Join(dir, ShardsDir)
	if err := os.MkdirAll(below, 0o755); err != nil {
		return nil, err
	}
	w := &Writer{Name: s.Folder(), dir: below, asked: models{}, shard: &s, rows: noTables{}}
	for i := 1; ; i++ {
		w.Name = s.folderOf(i)
		if _, err := os.Lstat(w.path()); errors.Is(err, fs.ErrNotExist) {
			break
		}
		if resumed {
			continue
		}
		if err := removeShard(below, w.Name); err != nil {
			return nil, err
		}
	}
	if !resumed {
		w.Name = s.Folder()
	}
	if err := os.Mkdir(w.path(), 0o755); err != nil {
		return nil, err
	}
	var err error
	if w.lock, err = disk.TryLock(filepath.Join(w.path(), disk.LockName), "run"); err != nil {
		return nil, err
	}
	return w, nil
}

// removeShard removes the folder of an earlier shard.
func removeShard(below, name string) error {
	folder := filepath.Join(below, name)
	lock, err := disk.TryLock(filepath.Join(folder, disk.LockName), "run")
	if err != nil {
		return err
	}
	return errors.Join(lock.Release(), os.RemoveAll(folder))
}

// CheckShard returns an error if an earlier shard below dir should not be removed: it has servers' answers and has not
// finished, or a person's files.
func CheckShard(dir string, s Shard) error {
	for i := 1; ; i++ {
		name := path.Join(ShardsDir, s.folderOf(i))
		folder := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Lstat(folder); err != nil {
			return nil // otherwise making it says why it cannot be made
		}
		run, err := readRun(folder)
		switch {
		case err == nil && run.Interrupted && hasFiles(filepath.Join(folder, recordingsDir)) && !inUse(folder):
			return fmt.Errorf("%s has answers of servers, and has not finished: `beaver-eval run --resume %s` "+
				"continues it; or delete the folder", folder, name)
		case !removable(folder):
			return fmt.Errorf("%s has files that no run has written: move them, or delete the folder", folder)
		}
	}
}

// Weights returns what each case of a run takes: the time that servers took for its calls, and a millisecond for each
// call; in nanoseconds.
func (r *Run) Weights(ctx context.Context) (weights map[filter.CaseName]int64, err error) {
	all, err := rows.Open[weightRow](r.folder, "calls")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	weights = map[filter.CaseName]int64{}
	for {
		row, err := all.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			return weights, err
		}
		name := filter.CaseName{Suite: row.Suite, ID: row.Case}
		weights[name] += int64(time.Millisecond)
		if row.Duration != nil && *row.Duration > 0 {
			weights[name] += *row.Duration
		}
	}
}

// weightRow has the columns of a call's row about its time.
type weightRow struct {
	Suite    string `parquet:"suite,dict"`
	Case     string `parquet:"case_id,dict"`
	Duration *int64 `parquet:"duration_ns"`
}
