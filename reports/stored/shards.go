package stored

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Part is a finished shard with its cases.
type Part struct {
	*Run
	Journal *journal.Journal
}

// Shards are all shards of a run, in order. They are the cases that need not run again.
type Shards struct {
	Parts []Part
	Lost  map[int]string // by K, why a shard could not be run: its cases are errors

	lost map[journal.Key]*result.Result
}

// OpenShards reads the folders of shards, and returns an error that names all that keeps them from being one run: a
// folder that is no finished shard, two folders of one shard, shards of another run than the first, and shards without
// a folder that are not lost. A shard that went on in another of the folders is passed over. It needs one folder.
func OpenShards(folders []string, lost map[int]string) (*Shards, error) {
	all := &Shards{Lost: lost, lost: map[journal.Key]*result.Result{}}
	var errs []error
	for _, folder := range folders {
		run, err := readRun(filepath.Clean(folder))
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("%s is no folder of a shard: %w", folder, err))
		case run.Shard == nil:
			errs = append(errs, fmt.Errorf("%s is no shard, but a whole run", folder))
		default:
			all.Parts = append(all.Parts, Part{Run: run})
		}
	}
	all.Parts = slices.DeleteFunc(all.Parts, all.continued)
	slices.SortStableFunc(all.Parts, func(a, b Part) int { return a.Shard.K - b.Shard.K })
	errs = append(errs, all.check()...)
	for i, p := range all.Parts {
		if len(errs) > 0 {
			break
		}
		var err error
		if all.Parts[i].Journal, err = journal.OpenEnded(filepath.Join(p.folder, journalFile)); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(append(errs, all.Close())...)
	}
	return all, nil
}

// continued reports whether a shard went on in another folder, with the answers of servers that it has.
func (s *Shards) continued(p Part) bool {
	return slices.ContainsFunc(s.Parts, func(o Part) bool {
		return o.Answers != nil && o.Answers.Resumed && o.Answers.From == p.Name && *o.Shard == *p.Shard
	})
}

// check returns what keeps the shards from being one run.
func (s *Shards) check() (errs []error) {
	if len(s.Parts) == 0 {
		return nil
	}
	of := map[int]string{} // the folders, by K
	first := s.Parts[0]
	for _, p := range s.Parts {
		k := p.Shard.K
		switch {
		case p.Shard.N != first.Shard.N || p.Shard.ByTime != first.Shard.ByTime:
			errs = append(errs, fmt.Errorf("%s is shard %s%s, and %s is shard %s%s: they are parts of different runs",
				first.folder, first.Shard, first.Shard.byTime(), p.folder, p.Shard, p.Shard.byTime()))
			continue
		case of[k] != "":
			errs = append(errs, fmt.Errorf("shard %s is there twice: %s and %s", p.Shard, of[k], p.folder))
		case inUse(p.folder):
			errs = append(errs, fmt.Errorf("shard %s has not finished: a run is at work in %s", p.Shard, p.folder))
		case p.Interrupted:
			errs = append(errs, fmt.Errorf("shard %s has not finished: `beaver-eval run --resume %s` continues it, "+
				"or run it again", p.Shard, p.folder))
		}
		of[k] = p.folder
	}
	var missing []string
	for k := 1; k <= first.Shard.N; k++ {
		if of[k] == "" && s.Lost[k] == "" {
			missing = append(missing, strconv.Itoa(k))
		}
	}
	if len(missing) > 0 {
		errs = append(errs, fmt.Errorf("%s of %d %s missing: %s", wording.Plural(len(missing), "shard", "shards"),
			first.Shard.N, wording.Plural(len(missing), "is", "are"), wording.Some(missing, mostMissing)))
	}
	return errs
}

// mostMissing is how many missing shards are named.
const mostMissing = 20

func (s *Shard) byTime() string {
	if s.ByTime == "" {
		return ""
	}
	return " by the times of " + s.ByTime
}

// Has returns the folders of the shards that have a case.
func (s *Shards) Has(k journal.Key) (folders []string) {
	for _, p := range s.Parts {
		if p.Journal.Has(k) {
			folders = append(folders, p.folder)
		}
	}
	return folders
}

// Lose makes a case that would have run in a lost shard an error.
func (s *Shards) Lose(k journal.Key, id string, shard int) {
	n := s.Parts[0].Shard.N
	s.lost[k] = &result.Result{Suite: k.Suite, Case: id, File: k.File, Line: k.Line, Twin: k.Twin, Sample: k.Sample,
		Status: result.StatusError, Errors: []error{fmt.Errorf("shard %d/%d: %s", shard, n, s.Lost[shard])}}
}

// Find implements runner.Finished. A case that cannot be read is an error: it must not run instead.
func (s *Shards) Find(k journal.Key) *result.Result {
	for _, p := range s.Parts {
		if res := p.Journal.Find(k); res != nil {
			return res
		}
	}
	if res := s.lost[k]; res != nil {
		return res
	}
	return &result.Result{Suite: k.Suite, Case: k.File, File: k.File, Line: k.Line, Twin: k.Twin, Sample: k.Sample,
		Status: result.StatusError, Errors: []error{fmt.Errorf("%s:%d: no shard has this case", k.File, k.Line)}}
}

// Recordings returns the folders with the answers of servers.
func (s *Shards) Recordings() (folders []string) {
	for _, p := range s.Parts {
		if folder := filepath.Join(p.folder, recordingsDir); hasFiles(folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// Close closes the journals.
func (s *Shards) Close() error {
	var errs []error
	for _, p := range s.Parts {
		errs = append(errs, p.Journal.Close())
	}
	return errors.Join(errs...)
}
