package runner

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Options say what to run and what to do with it.
type Options struct {
	Cases   filter.Cases // which cases to run
	Stages  []string     // globs over stages and paths: only these calls are compared; none: all
	Workers int          // concurrent cases; 0: one for each processor
	Compare bool         // compare the prompts with goldens
	Keep    *goldens.Run // keep differences in pending files, as shown by this run; nil: not kept

	Shard   *filter.Shard // only the cases of this part run; nil: those of all parts
	Timeout time.Duration // a case that takes longer is an error; 0: no limit

	// Finished has cases that have run before, which do not run again; nil: none.
	Finished Finished
	// Again says that these are compared again, since where they ran no differences were kept.
	Again bool

	// Taking takes changes under review and stale answers, and restricts the run to cases that may have some; nil: not
	// used. With it, only what is taken is kept.
	Taking *review.Taking

	Now time.Time // the day decides about quarantines

	// Repeat is how often each case runs, with other seeds each time; 0: once. Its samples come one after the other. It
	// needs an Answerer.
	Repeat int

	// answers instead of the cases and their recordings; nil: these do
	Answerer Answerer
	// Embedder returns the embedder of a suite that names one, and is called once for each such suite; nil: recorded
	// vectors are used. An *model.EmbedRecorder of the suite's server and mask records.
	Embedder func(*project.Suite) (pipeline.Embedder, error)
	// Exchange produces the transport faults that a suite injects; nil: such a suite is an error.
	Exchange Exchange

	// Cells breaks the calls of a finished case, one at a time; nil: nothing is broken. It is called only in suites
	// with a matrix of faults, if neither a server answers nor changes are taken.
	Cells func(context.Context, *project.Suite, *Prepared) (BrokenCalls, error)

	// receives the number of a suite's goldens that are compared only with a log of requests, if any; nil: not checked
	FromLogs func(s *project.Suite, n int)

	LeftOut []*project.Suite // not run: files that they claim are no orphans

	// receives each file that no suite claims; nil: not checked, since some suites are missing
	Orphan func(review.Orphan)
}

// BrokenCalls are the calls of a case that were broken on purpose.
type BrokenCalls struct {
	Cells  []result.Cell
	Scores []score.Score
	Kept   bool // they were broken by an earlier command
}

// Finished are cases that have run before. Find returns nil for one that has not.
type Finished interface {
	Find(journal.Key) *result.Result
}

// command returns the name of the run that waiting commands show.
func (o *Options) command() string {
	if o.Taking != nil {
		return o.Taking.Command()
	}
	return "run"
}

// writes reports whether the run writes beside the goldens.
func (o *Options) writes() bool { return o.Keep != nil || o.Taking != nil && !o.Taking.DryRun }
