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

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Keep says how many of the last runs stay: of those without recordings, and of those with servers' answers.
type Keep struct{ Runs, Recordings int }

// Pruned says what Prune removed.
type Pruned struct {
	Runs     int
	Recorded []string // those of them with recordings
	// the run removed, with its recordings, when one more run keeps some; empty: none
	Next string
}

// Prune removes the older runs below dir. These stay: the last ones, as many as keep says, and as many with a case; the
// one named by latest; those in the folders baselines; those whose folder has foreign files, or recordings in a folder
// not named after its run; and those that any of these was compared with, or has its answers from. While another run is
// in progress, or uses the answers of an earlier one, nothing is removed, since its needs are unknown.
func Prune(dir string, keep Keep, baselines []string) (done Pruned, err error) {
	runs, working, err := ended(dir)
	if err != nil || working {
		return done, err
	}
	latest, err := disk.ReadFile(filepath.Join(dir, LatestFile), maxLatest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return done, err
	}
	needed := map[string]bool{} // by any later run
	for _, r := range runs {
		folder := filepath.Join(dir, r.name)
		needed[r.name] = isOne(folder, baselines) || !removable(folder) || r.recorded && !r.named
	}
	stays := staying(runs, keep, needed, strings.TrimSpace(string(latest)))
	next := staying(runs, Keep{keep.Runs, keep.Recordings - 1}, needed, "")
	var errs []error
	for _, r := range slices.Backward(runs) {
		switch {
		case stays[r.name] && (!r.recorded || next[r.name] || done.Next != ""):
		case stays[r.name]:
			done.Next = r.name
		default:
			if err := remove(dir, r.name); err != nil {
				errs = append(errs, err)
				continue
			}
			if done.Runs++; r.recorded {
				done.Recorded = append(done.Recorded, r.name)
			}
		}
	}
	return done, errors.Join(errs...)
}

// staying returns the names of the runs that stay.
func staying(runs []endedRun, keep Keep, needed map[string]bool, latest string) map[string]bool {
	stays := map[string]bool{latest: true}
	for _, recorded := range []bool{false, true} {
		n := keep.Runs
		if recorded {
			n = keep.Recordings
		}
		of := slices.DeleteFunc(slices.Clone(runs), func(r endedRun) bool { return r.recorded != recorded })
		for name, last := range lastOf(of, n) {
			stays[name] = stays[name] || last || needed[name]
		}
	}
	for name, compared := range comparedWith(runs, stays) {
		stays[name] = stays[name] || compared
	}
	return stays
}

// endedRun holds the data of a finished run that decides whether it stays.
type endedRun struct {
	name      string
	started   time.Time
	cases     bool
	recorded  bool     // it has servers' answers
	named     bool     // its folder has the run's name
	baselines []string // runs that it was compared with, or has its answers from
}

// ended returns the finished runs below dir, the last one first, and whether another one is in progress. A folder with
// an unreadable run.json is ignored: it may be foreign.
func ended(dir string) (runs []endedRun, working bool, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, false, err
	}
	for _, e := range entries {
		if !e.IsDir() || !runFolder.MatchString(e.Name()) { // a link is not a folder
			continue
		}
		if inUse(filepath.Join(dir, e.Name())) {
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

// readEnded reads the needed parts of a run's run.json, written by any version of the program.
func readEnded(dir, name string) (r endedRun, ok bool) {
	text, err := disk.ReadFile(filepath.Join(dir, name, infoFile), maxInfo)
	if err != nil {
		return r, false
	}
	var info struct {
		name    string
		started time.Time
		rows    struct {
			Cases int64 `json:"cases"`
		}
		baselines []struct {
			Run string `json:"run"`
		}
		answers struct {
			From string `json:"from"`
		}
	}
	members, err := jsonvalue.ParseMembers(text) // most of the file is measures
	if err != nil {
		return r, false
	}
	for key, into := range map[string]any{"run": &info.name, "started": &info.started, "rows": &info.rows,
		"baselines": &info.baselines, "answers": &info.answers} {
		if raw := members.Get(key); raw != nil && json.Unmarshal(raw, into) != nil {
			return r, false
		}
	}
	r = endedRun{name: name, started: info.started, cases: info.rows.Cases > 0, named: info.name == name,
		recorded:  hasFiles(filepath.Join(dir, name, recordingsDir)),
		baselines: append(comparedIn(members.Get("comparison")), info.answers.From)}
	for _, b := range info.baselines {
		r.baselines = append(r.baselines, b.Run)
	}
	return r, true
}

// lastOf returns the names of the last runs, and of the last ones with a case: a run that ended before its first one
// does not displace others.
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

// comparedWith returns the names of the runs that the kept ones were compared with, or have their answers from, but not
// transitively: otherwise nothing would go if every run is compared with the previous one.
func comparedWith(runs []endedRun, kept map[string]bool) map[string]bool {
	names := map[string]bool{}
	for _, r := range runs {
		for _, name := range r.baselines {
			names[name] = names[name] || kept[r.name]
		}
	}
	return names
}

// isOne reports whether a folder is one of others, under any name.
func isOne(folder string, others []string) bool {
	info, err := os.Stat(folder)
	return err == nil && slices.ContainsFunc(others, func(other string) bool {
		of, err := os.Stat(other)
		return err == nil && os.SameFile(info, of)
	})
}
