package live

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Change describes how recording changed the recording of a case.
type Change struct {
	Suite     *project.Suite
	Case      string
	New       bool // the case had no recording
	Asked     int  // answers just given by a server, or taken over
	Failed    []Failed
	Kept      int // answers that stay
	Moved     int // of them: those whose call has a new path
	Dropped   int // answers that no call uses any more
	Scripted  int // calls with a scripted answer
	Overruled int // recorded calls that have a scripted answer in a run, unless the suite says otherwise
	Decisions []Decision
	Texts     []Text

	fresh int // newly recorded answers and failures
	rec   *model.Recording
	guard *disk.Guard
}

// Writes reports whether the recording changes.
func (c *Change) Writes() bool { return c.fresh+c.Dropped+c.Moved > 0 }

// Write replaces the recording of the case.
func (c *Change) Write(ctx context.Context) error {
	return c.guard.Do(ctx, func() error {
		err := c.Suite.WriteRecording(c.rec)
		return err
	})
}

// Failed is a call that got a failure instead of an answer.
type Failed struct {
	Path     string
	Failure  *pipeline.Failure
	Recorded bool // else the call keeps what it had
	Had      bool // an answer
}

// leave cancels the change: the recording stays as it was.
func (c *Change) leave() {
	*c = Change{Suite: c.Suite, Case: c.Case, New: c.New, Failed: c.Failed}
	for i := range c.Failed {
		c.Failed[i].Recorded, c.Failed[i].Had = false, !c.New
	}
}
