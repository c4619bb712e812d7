package page

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/cost"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// reading collects the head of a run, case by case.
type reading struct {
	seen     *overview.Overview
	changes  changes.Changes
	failures Failures
	index    *index
	systems  []string // of the suites
	cases    []int    // their numbers
	examples map[string][]Example
	cost     *cost.Cost
}

// readHead reads the head of a run, without what its chunks decide. It also returns the numbers of the groups.
func readHead(ctx context.Context, run *stored.Run, o Options) (*Head, groupNumbers, error) {
	r := &reading{
		seen: overview.New(nil), index: newIndex(), failures: Failures{List: []Failure{}},
		changes: changes.Changes{Counts: run.Info.TokenCounts}, examples: map[string][]Example{},
		cost: cost.New("", o.Prices),
	}
	r.seen.Restore(&run.Info)
	if err := run.Cases(ctx, rows.With{Calls: true, Scores: true, Edits: true}, r.add); err != nil {
		return nil, nil, err
	}
	r.changes.List()
	head := r.head(&run.Info)
	of := numbersOf(r.changes.Groups)
	r.index.end(of)
	head.Cases = r.index.Cases
	var err error
	if head.Views, err = viewsOf(ctx, run, r.seen, r.systems, o); err != nil {
		return nil, nil, err
	}
	head.Opens, head.Bill = o.Opens, ofBill(r.cost, o.source)
	return head, of, nil
}

func (r *reading) add(c *rows.Case) error {
	r.seen.Add(c)
	r.changes.Add(c)
	r.failures.add(c)
	r.cost.Case(c)
	if len(r.systems) < len(r.seen.Suites) {
		r.systems, r.cases = append(r.systems, c.System), append(r.cases, 0)
	}
	r.cases[len(r.cases)-1]++
	r.index.add(len(r.seen.Suites)-1, c)
	for i := range c.Edits {
		r.example(c, &c.Edits[i])
	}
	return nil
}

// example keeps the first call of each stage that an edit reaches.
func (r *reading) example(c *rows.Case, p *edit.Part) {
	for _, e := range r.examples[p.GroupID] {
		if e.Stage == p.Stage {
			return
		}
	}
	r.examples[p.GroupID] = append(r.examples[p.GroupID], Example{p.Stage, c.Suite, c.Case, c.Sample, p.Path})
}

func (r *reading) head(info *stored.Info) *Head {
	o := r.seen
	h := &Head{
		Version: Version, Run: runOf(info), Summary: summaryOf(&o.Total), Gates: printable.OrEmpty(o.Gates),
		Failures: r.failures,
		Notes: printable.OrEmpty(slices.Concat(cells.Untested(&o.Untested, printable.Line),
			cells.Samples(o, printable.Line))),
		Verdict: Verdict{Passes: o.Exit == 0, Text: cells.Verdict(o, r.changes.Groups)},
		Figures: figuresOf(o, r.changes.Groups), Changes: Changes{JSON: r.changes.JSON(), Groups: []Group{}},
		Suites: []Suite{}, Tags: r.index.tags.names, Stages: r.index.stages.names, Files: r.index.files.names,
	}
	for i := range o.Suites {
		s := &o.Suites[i]
		h.Suites = append(h.Suites, Suite{s.Name, r.systems[i], r.cases[i], summaryOf(&s.Summary)})
	}
	for i := range r.changes.Groups {
		g := &r.changes.Groups[i]
		h.Changes.Groups = append(h.Changes.Groups, Group{
			GroupJSON: h.Changes.JSON.Groups[i], Name: cells.Name(g), What: cells.What(g),
			Notes: printable.OrEmpty(cells.EditNotes(g)), Rows: hunkRows(g), Markdown: changes.GroupMarkdown(g),
			Examples: r.examplesOf(g),
			Commands: Commands{Accept: "beaver-eval accept --cause " + cells.ShortID(g),
				Reject: "beaver-eval reject --cause " + cells.ShortID(g)},
		})
	}
	return h
}

// examplesOf returns a call of each stage that a group reaches; those of a rename are in the groups it was found in.
func (r *reading) examplesOf(g *edit.Group) []Example {
	all := []Example{}
	seen := map[string]bool{}
	for _, id := range append([]string{g.ID}, g.Of...) {
		for _, e := range r.examples[id] {
			if !seen[e.Stage] {
				seen[e.Stage] = true
				all = append(all, e)
			}
		}
	}
	return all
}

func runOf(info *stored.Info) Run {
	r := Run{
		Name: info.Name, Started: info.Started, Seconds: info.Seconds, Exit: info.Exit,
		Arguments: printable.OrEmpty(info.Arguments), Version: info.Version, Platform: info.Platform,
		Interrupted: info.Interrupted, Error: info.Error,
		Answers: info.Answers, Models: printable.OrEmpty(info.Models), TokenCounts: info.TokenCounts,
		Baselines: printable.OrEmpty(info.Baselines),
	}
	if f := info.Filter; f != nil && !f.Whole() {
		r.Filter = f
	}
	return r
}

// summaryOf returns a summary whose lists are not null.
func summaryOf(s *overview.Summary) overview.Summary {
	sum := *s
	sum.Fallbacks = printable.OrEmpty(sum.Fallbacks)
	return sum
}
