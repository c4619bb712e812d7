package stored

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/fixtures/regular"
)

// Prune removes the older runs below dir and returns how many it removed. What stays: the last ones, so many as keep
// says, and as many that had a case; the one that latest names; those in the folders baselines; those whose folder
// holds recordings or anything else that a run does not write itself; and those that one of all these was compared
// with. While another run is at work nothing is removed, since nobody can tell what that one is compared with.
func Prune(dir string, keep int, baselines []string) (removed int, err error) {
	runs, working, err := ended(dir)
	if err != nil || working {
		return 0, err
	}
	latest, err := regular.ReadFile(filepath.Join(dir, LatestFile), maxLatest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	kept := lastOf(runs, keep)
	for _, r := range runs {
		folder := filepath.Join(dir, r.name)
		kept[r.name] = kept[r.name] || r.name == strings.TrimSpace(string(latest)) || isOne(folder, baselines) ||
			!removable(folder)
	}
	compared := comparedWith(runs, kept)
	var errs []error
	for _, r := range slices.Backward(runs) {
		if kept[r.name] || compared[r.name] {
			continue
		}
		if err := remove(dir, r.name); err != nil {
			errs = append(errs, err)
			continue
		}
		removed++
	}
	return removed, errors.Join(errs...)
}

// endedRun is what of a run that has ended decides whether it stays.
type endedRun struct {
	name      string
	started   time.Time
	cases     bool
	baselines []string // the names of the runs that it was compared with
}

// ended are the runs below dir that have ended, the last one first, and whether another one is at work. A folder whose
// run.json cannot be read is none: it may be anybody's.
func ended(dir string) (runs []endedRun, working bool, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, false, err
	}
	for _, e := range entries {
		if !e.IsDir() || !runFolder.MatchString(e.Name()) { // a link is no folder
			continue
		}
		if lockfile.Held(filepath.Join(dir, e.Name(), lockfile.Name)) {
			return nil, true, nil
		}
		if r, ok := readEnded(dir, e.Name()); ok {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b endedRun) int {
		return cmp.Or(b.started.Compare(a.started), strings.Compare(b.name, a.name))
	})
	return runs, false, nil
}

// readEnded reads what it needs of a run's run.json, whichever version of the program has written it.
func readEnded(dir, name string) (r endedRun, ok bool) {
	text, err := regular.ReadFile(filepath.Join(dir, name, infoFile), maxInfo)
	if err != nil {
		return r, false
	}
	var info struct {
		Started time.Time `json:"started"`
		Rows    struct {
			Cases int64 `json:"cases"`
		} `json:"rows"`
		Baselines []struct {
			Run string `json:"run"`
		} `json:"baselines"`
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return r, false
	}
	r = endedRun{name: name, started: info.Started, cases: info.Rows.Cases > 0}
	for _, b := range info.Baselines {
		r.baselines = append(r.baselines, b.Run)
	}
	return r, true
}

// lastOf are the names of the last runs, and of the last ones that had a case: a run that ended before its first one
// takes no other's place.
func lastOf(runs []endedRun, keep int) map[string]bool {
	last, withCases := map[string]bool{}, 0
	for i, r := range runs {
		last[r.name] = i < keep || r.cases && withCases < keep
		if r.cases {
			withCases++
		}
	}
	return last
}

// comparedWith are the names of the runs that those which are kept were compared with, and not those behind these:
// otherwise nothing would go where every run is compared with the one before.
func comparedWith(runs []endedRun, kept map[string]bool) map[string]bool {
	names := map[string]bool{}
	for _, r := range runs {
		for _, name := range r.baselines {
			names[name] = names[name] || kept[r.name]
		}
	}
	return names
}

// isOne reports whether a folder is one of others, whatever they are called.
func isOne(folder string, others []string) bool {
	info, err := os.Stat(folder)
	return err == nil && slices.ContainsFunc(others, func(other string) bool {
		of, err := os.Stat(other)
		return err == nil && os.SameFile(info, of)
	})
}
