package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// quiet is how long no request may come in before the waiting ones are answered.
const quiet = 30 * time.Millisecond

// Difference is one difference between two runs of a case.
type Difference struct {
	Suite   string `json:"suite"`
	Case    string `json:"case"`
	Path    string `json:"path,omitempty"`  // of the call; empty: it is about a stage
	Where   string `json:"where"`           // message 1 (system), section Rules
	First   string `json:"first,omitempty"` // the line in the first run, and in the second
	Second  string `json:"second,omitempty"`
	Settles string `json:"settles,omitempty"` // the suite's rule that settles it, as YAML below app:; empty: none
}

// Case runs a case twice: answers are sent once no request has come for a while, in the second run in reverse order. It
// returns no differences if both runs are the same.
func Case(ctx context.Context, s *project.Suite, p *Prepared) ([]Difference, error) {
	first, one, err := once(ctx, s, p, false)
	if err != nil {
		return nil, err
	}
	second, two, err := once(ctx, s, p, true)
	if err != nil {
		return nil, err
	}
	d := differences{suite: s.Name, id: p.ID()}
	for _, beside := range []map[string][2]string{one.Beside(), two.Beside()} {
		d.sideBySide(s, beside)
	}
	if len(d.together) == 0 { // else the names are random too
		d.compare(first, second)
	}
	return d.found, nil
}

// once runs the case.
func once(
	ctx context.Context, s *project.Suite, p *Prepared, reverse bool,
) (*goldens.File, *ArrivingGate, error) {
	gate := &ArrivingGate{Quiet: quiet, Reverse: reverse}
	ran := p.Run(ctx, Variant{Arrivals: func(next pipeline.Arrivals) pipeline.Arrivals {
		gate.Next = next
		return gate
	}})
	if err := ran.Err; err != nil {
		return nil, nil, err
	}
	t := trace.New(s.Name, p.ID(), ran.Log, ran.Calls)
	t.Mask(s.Masker())
	return review.GoldenOf(t), gate, nil
}

// differences collects what differs.
type differences struct {
	suite, id string
	found     []Difference
	together  map[string]bool // stages reported already
}

// sideBySide reports stages with concurrent requests whose rule does not declare them.
func (d *differences) sideBySide(s *project.Suite, beside map[string][2]string) {
	sys, ok := s.Pipeline().(interface{ Together(stage string) bool })
	for _, stage := range slices.Sorted(maps.Keys(beside)) {
		if ok && sys.Together(stage) || d.together[stage] {
			continue
		}
		if d.together == nil {
			d.together = map[string]bool{}
		}
		d.together[stage] = true
		d.found = append(d.found, Difference{
			Suite: d.suite, Case: d.id, Where: "stage " + stage + ": two requests are asked in parallel",
			First: beside[stage][0], Second: beside[stage][1],
			Settles: fmt.Sprintf("stages: [{name: %s, together: true}]   # in the rule of the stage", stage),
		})
	}
}

// compare reports differences between the calls of one name.
func (d *differences) compare(first, second *goldens.File) {
	for _, c := range goldens.Compare(first, second) {
		switch c.Status {
		case goldens.New, goldens.Missing:
			d.found = append(d.found, Difference{Suite: d.suite, Case: d.id, Path: c.Path,
				Where: "the call is made in only one of the two runs"})
		case goldens.Changed:
			for _, p := range c.Parts {
				d.part(c.Path, p)
			}
		}
	}
}

// part reports each line that differs in a part of a call; lines settled by one rule are reported once.
func (d *differences) part(path string, p goldens.Part) {
	at := Difference{Suite: d.suite, Case: d.id, Path: path, Where: p.Title()}
	pairs := pairsOf(p.Hunks)
	if len(pairs) == 0 {
		d.found = append(d.found, at)
	}
	for _, pair := range pairs {
		at.First, at.Second, at.Settles = pair[0], pair[1], Settles(pair[0], pair[1])
		same := func(o Difference) bool { return o.Settles != "" && o.Settles == at.Settles }
		if !slices.ContainsFunc(d.found, same) {
			d.found = append(d.found, at)
		}
	}
}

// pairsOf returns the changed lines, paired with those that replace them in the second run.
func pairsOf(hunks []goldens.Hunk) (pairs [][2]string) {
	for _, h := range hunks {
		var removed []string
		for _, l := range h.Lines {
			switch {
			case l.Op == goldens.Removed:
				removed = append(removed, l.Text)
			case l.Op == goldens.Added && len(removed) > 0:
				pairs = append(pairs, [2]string{removed[0], l.Text})
				removed = removed[1:]
			}
		}
	}
	return pairs
}

// ErrNothing says that no suite's system is an application.
var ErrNothing = errors.New("--twice: no chosen suite has system: app; the prompts of the others are " +
	"the same in each run")
