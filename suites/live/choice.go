package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Mode says for which cases and calls a server is asked.
type Mode string

// The modes, in the manner of VCR.
const (
	Once Mode = "once" // all calls of cases without a recording; the others stay as they are
	New  Mode = "new"  // calls that no recording answers
	All  Mode = "all"  // every call
	None Mode = "none" // no call: one without an answer is an error
)

// Modes returns all modes.
func Modes() []string { return []string{string(Once), string(New), string(All), string(None)} }

// Choice says which calls are sent to a server: those of a mode, or only answers to renew.
type Choice struct {
	Mode    Mode
	Stale   bool // answers to other requests, failures, and answers affected by their renewal; unused ones are removed
	Missing bool // calls without an answer
	Carried bool // stale answers that a person kept
}

// Renews reports whether only some answers are renewed, whatever the mode.
func (c Choice) Renews() bool { return c.Stale || c.Missing || c.Carried }

// Check rejects an unknown mode, and a mode together with answers to renew.
func (c Choice) Check() error {
	if c.Renews() && c.Mode != "" {
		return fmt.Errorf("--mode %s excludes --stale, --missing and --carried, which choose the calls "+
			"themselves", c.Mode)
	}
	if c.Mode != "" && !slices.Contains(Modes(), string(c.Mode)) {
		return fmt.Errorf("--mode: want %s, got %q", strings.Join(Modes(), ", "), c.Mode)
	}
	return nil
}

// choice is a Choice applied to one case.
type choice struct {
	asks    bool // a server is asked for calls without a recorded answer
	whole   bool // the file holds the calls visited by the run, and nothing else
	refuses func(l *model.Line, match pipeline.Match) bool
}

// of returns the choice for a case with this recording; nil: it has none.
func (c Choice) of(rec *model.Recording) choice {
	none := func(*model.Line, pipeline.Match) bool { return false }
	switch {
	case c.Renews():
		return choice{asks: true, whole: c.Stale, refuses: c.renews}
	case c.Mode == All:
		return choice{asks: true, whole: true, refuses: func(*model.Line, pipeline.Match) bool { return true }}
	case c.Mode == New:
		return choice{asks: true, refuses: none}
	case c.Mode == None:
		return choice{refuses: none}
	}
	return choice{asks: rec == nil, whole: rec == nil, refuses: none}
}

// takeOver returns the choice that takes over servers' answers of a run, for the current requests.
func takeOver() choice {
	return choice{whole: true, refuses: func(_ *model.Line, match pipeline.Match) bool {
		return match == pipeline.MatchStale
	}}
}

// renews reports whether a line that would answer has to be renewed.
func (c Choice) renews(l *model.Line, match pipeline.Match) bool {
	switch {
	case l.Source == pipeline.SourceImported:
		return false
	case c.Carried && l.CarriedFrom != "":
		return true
	}
	return c.Stale && (match == pipeline.MatchStale || l.Failure != nil)
}
