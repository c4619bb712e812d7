package page

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Faults is what became of the calls that were broken on purpose. A cell is one call of a case, broken in one way.
type Faults struct {
	Kinds    []FaultKind   `json:"kinds"`    // of faults, that occur
	Verdicts []VerdictKind `json:"verdicts"` // that occur, the good ones first
	Tables   []FaultTable  `json:"tables"`
}

// FaultKind is a way to break a call.
type FaultKind struct {
	Name  string `json:"name"`
	Class string `json:"class"` // answer, transport or tool
	Says  string `json:"says"`  // one sentence; empty: a fault of another version
}

// VerdictKind is an outcome of a broken call. Its tone is ok, fixed, same, told, taken, warn or bad.
type VerdictKind struct {
	Name string `json:"name"`
	Says string `json:"says"` // one sentence
	Tone string `json:"tone"`
}

// FaultTable has the cells of one origin. Its numbers are sums over its suites.
type FaultTable struct {
	Of           string       `json:"of"`                // run: of this run; faults: of the last `beaver-eval faults`
	Repaired     bool         `json:"repaired"`          // answers were repaired, which is shown but not judged
	Written      *time.Time   `json:"written,omitempty"` // with faults: when that ended
	Cells        int          `json:"cells"`             // without those that are not applicable
	Inapplicable int          `json:"not_applicable"`
	Failing      int          `json:"failing"`
	Bad          int          `json:"bad"`    // with a verdict of the tone bad, failing or not
	Counts       []int        `json:"counts"` // of cells, by verdict
	Suites       []FaultSuite `json:"suites"`
}

// FaultSuite has the cells of a suite: rows of stages, columns of faults.
type FaultSuite struct {
	Suite   string       `json:"suite"`
	System  string       `json:"system,omitempty"` // empty: the run does not have the suite
	Cells   int          `json:"cells"`
	Failing int          `json:"failing"`
	Faults  []int        `json:"faults"` // kinds that some stage meets, in their order
	Stages  []FaultStage `json:"stages"` // in the order of the table
}

// FaultStage has the cells of a stage.
type FaultStage struct {
	Stage string      `json:"stage"`
	Cells []FaultCell `json:"cells"` // by fault
}

// FaultCell counts the cells of a stage that broke in one way.
type FaultCell struct {
	Fault        int          `json:"fault"`  // of the kinds
	Counts       [][2]int     `json:"counts"` // verdict and number, the good verdicts first
	Failing      int          `json:"failing,omitempty"`
	Bad          int          `json:"bad,omitempty"` // verdicts with the tone bad
	Inapplicable int          `json:"not_applicable,omitempty"`
	Calls        []BrokenCall `json:"calls,omitempty"` // the first ones of each verdict, the worst before the others
	More         int          `json:"more,omitempty"`  // that are not listed
}

// BrokenCall is one broken call.
type BrokenCall struct {
	Case    string `json:"case"`
	Path    string `json:"path"`
	Place   string `json:"place,omitempty"`  // where in the answer; empty: there is only one place
	Policy  string `json:"policy,omitempty"` // how the answer was read; empty: an application reads it
	Verdict int    `json:"verdict"`
	Failing bool   `json:"failing,omitempty"`
	Reason  string `json:"fallback_reason,omitempty"` // the last one that was reported
	Tries   int    `json:"tries,omitempty"`
	Why     string `json:"why,omitempty"` // what is wrong
	Waited  string `json:"waited,omitempty"`
	Again   string `json:"again"` // the command that breaks the call again and prints both answers

	worse int
}

// How many calls are listed of a stage, a fault and a verdict.
const (
	mostBroken   = 12 // with something to look at
	mostUnbroken = 5
)

// brokenRow has the columns of a row of faults.parquet.
type brokenRow struct {
	Suite   string `parquet:"suite,dict"`
	Case    string `parquet:"case_id,dict"`
	Path    string `parquet:"path,dict"`
	Stage   string `parquet:"stage,dict"`
	Fault   string `parquet:"fault,dict"`
	Place   string `parquet:"place,dict"`
	Class   string `parquet:"class,dict"`
	Policy  string `parquet:"policy,dict"`
	Verdict string `parquet:"verdict,dict"`
	Failing bool   `parquet:"failing"`
	Reason  string `parquet:"fallback_reason,dict"`
	Tries   int32  `parquet:"tries"`
	Why     string `parquet:"reason"`
	Waited  string `parquet:"waited,dict"`
}

// command returns the command that breaks the call again.
func (r *brokenRow) command() string {
	cell := r.Path + ":" + r.Fault
	if r.Place != "" {
		cell += "@" + r.Place
	}
	if r.Policy != "" {
		cell += ":" + r.Policy
	}
	return "beaver-eval faults --suite " + printable.Argument(r.Suite) + " --case " + printable.Argument(r.Case) +
		" --cell " + printable.Argument(cell)
}

// ofFaults returns the broken calls of the run, and those of the last `beaver-eval faults` beside it; nil: there are
// none. systems has the system of each suite.
func ofFaults(ctx context.Context, run *stored.Run, systems map[string]string) (*Faults, error) {
	all := &Faults{}
	kinds, verdicts := faultKinds(), verdictKinds()
	for _, of := range []struct{ name, folder string }{
		{"run", run.Folder()}, {"faults", filepath.Dir(run.Folder())},
	} {
		judged, repaired := newFaultSums(kinds, verdicts, systems), newFaultSums(kinds, verdicts, systems)
		err := rows.Each(ctx, of.folder, "faults", func(r *brokenRow) {
			sums := judged
			if r.Policy == string(pipeline.Mend) {
				sums = repaired
			}
			sums.add(r)
		})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var written *time.Time
		if info, err := os.Stat(filepath.Join(of.folder, "faults.parquet")); err == nil && of.name != "run" {
			at := info.ModTime().UTC().Truncate(time.Second)
			written = &at
		}
		for _, sums := range []*faultSums{judged, repaired} {
			if t := sums.table(); len(t.Suites) > 0 {
				t.Of, t.Repaired, t.Written = of.name, sums == repaired, written
				all.Tables = append(all.Tables, t)
			}
		}
	}
	if len(all.Tables) == 0 {
		return nil, nil
	}
	all.Kinds, all.Verdicts = kinds.all, verdicts.all
	all.shrink()
	return all, nil
}

// shrink removes the faults and verdicts that do not occur.
func (f *Faults) shrink() {
	faults, verdicts := map[int]bool{}, map[int]bool{}
	f.each(func(c *FaultCell) {
		faults[c.Fault] = true
		for _, n := range c.Counts {
			verdicts[n[0]] = true
		}
	})
	kinds, newFault := kept(f.Kinds, faults)
	outcomes, newVerdict := kept(f.Verdicts, verdicts)
	f.Kinds, f.Verdicts = kinds, outcomes
	f.each(func(c *FaultCell) {
		c.Fault = newFault[c.Fault]
		for i := range c.Counts {
			c.Counts[i][0] = newVerdict[c.Counts[i][0]]
		}
		for i := range c.Calls {
			c.Calls[i].Verdict = newVerdict[c.Calls[i].Verdict]
		}
	})
	for t := range f.Tables {
		table := &f.Tables[t]
		counts := make([]int, len(f.Verdicts))
		for was, is := range newVerdict {
			counts[is] = table.Counts[was]
		}
		table.Counts = counts
		for s := range table.Suites {
			for i, was := range table.Suites[s].Faults {
				table.Suites[s].Faults[i] = newFault[was]
			}
		}
	}
}

// each passes on all cells.
func (f *Faults) each(take func(*FaultCell)) {
	for t := range f.Tables {
		for s := range f.Tables[t].Suites {
			for g := range f.Tables[t].Suites[s].Stages {
				cells := f.Tables[t].Suites[s].Stages[g].Cells
				for c := range cells {
					take(&cells[c])
				}
			}
		}
	}
}

// kept returns the values at these places, and their new places by the old ones.
func kept[T any](all []T, places map[int]bool) (some []T, now map[int]int) {
	now = map[int]int{}
	for i := range all {
		if places[i] {
			now[i] = len(some)
			some = append(some, all[i])
		}
	}
	return some, now
}

// kindsOf numbers kinds by name; unknown ones come after the known ones.
type kindsOf[T any] struct {
	all    []T
	places map[string]int
}

func (k *kindsOf[T]) place(name string, unknown func() T) int {
	i, ok := k.places[name]
	if !ok {
		i = len(k.all)
		k.all, k.places[name] = append(k.all, unknown()), i
	}
	return i
}

func faultKinds() *kindsOf[FaultKind] {
	k := &kindsOf[FaultKind]{places: map[string]int{}}
	for _, f := range fault.All() {
		k.place(f.Name, func() FaultKind { return FaultKind{f.Name, string(f.Class), f.Says} })
	}
	return k
}

// verdictKinds returns the verdicts on systems, then those on programs.
func verdictKinds() *kindsOf[VerdictKind] {
	k := &kindsOf[VerdictKind]{places: map[string]int{}}
	for _, v := range result.Verdicts() {
		k.place(string(v), func() VerdictKind { return VerdictKind{string(v), v.Says(), toneOf(v)} })
	}
	for _, v := range result.AppVerdicts() {
		k.place(string(v), func() VerdictKind { return VerdictKind{string(v), v.Says(), toneOfApp(v)} })
	}
	return k
}

func toneOf(v result.Verdict) string {
	switch v {
	case result.VerdictRightFallback:
		return "ok"
	case result.VerdictRecovered:
		return "fixed"
	case result.VerdictSame:
		return "same"
	case result.VerdictTold, result.VerdictNameDropped:
		return "told"
	case result.VerdictTaken, result.VerdictNotApplicable:
		return "taken"
	case result.VerdictUnanswered:
		return "warn"
	}
	return "bad"
}

func toneOfApp(v result.AppVerdict) string {
	switch v {
	case result.AppAsIntended:
		return "ok"
	case result.AppRetried:
		return "fixed"
	case result.AppOther:
		return "taken"
	case result.AppPassedOn:
		return "warn"
	}
	return "bad"
}

// faultSums adds up the rows of a table. Its size does not grow with the number of cases.
type faultSums struct {
	kinds    *kindsOf[FaultKind]
	verdicts *kindsOf[VerdictKind]
	systems  map[string]string
	suites   []*faultSuiteSums
}

type faultSuiteSums struct {
	name   string
	stages []*faultStageSums
}

type faultStageSums struct {
	name  string
	cells map[int]*faultCellSums
}

type faultCellSums struct {
	FaultCell
	counts map[int]int
	first  map[int][]BrokenCall // by verdict
}

func newFaultSums(k *kindsOf[FaultKind], v *kindsOf[VerdictKind], systems map[string]string) *faultSums {
	return &faultSums{kinds: k, verdicts: v, systems: systems}
}

func (s *faultSums) add(r *brokenRow) {
	kind := s.kinds.place(r.Fault, func() FaultKind { return FaultKind{Name: r.Fault, Class: r.Class} })
	c := s.suite(r.Suite).stage(r.Stage).cell(kind)
	if r.Verdict == string(result.VerdictNotApplicable) {
		c.Inapplicable++
		return
	}
	v := s.verdicts.place(r.Verdict, func() VerdictKind { return VerdictKind{Name: r.Verdict, Tone: "warn"} })
	c.counts[v]++
	call := BrokenCall{Case: r.Case, Path: r.Path, Place: r.Place, Policy: r.Policy, Verdict: v, Failing: r.Failing,
		Reason: r.Reason, Tries: int(r.Tries), Why: r.Why, Waited: r.Waited, Again: r.command()}
	switch tone := s.verdicts.all[v].Tone; {
	case r.Failing:
		c.Failing++
		call.worse = 3
	case tone == "bad":
		call.worse = 2
	case tone == "warn" || r.Waited == "none" || r.Waited == "less":
		call.worse = 1
	}
	if s.verdicts.all[v].Tone == "bad" {
		c.Bad++
	}
	c.list(call)
}

// list keeps the call if it is among the first ones of its verdict.
func (c *faultCellSums) list(call BrokenCall) {
	most := mostBroken
	if call.worse == 0 {
		most = mostUnbroken
	}
	if of := c.first[call.Verdict]; len(of) < most {
		c.first[call.Verdict] = append(of, call)
	} else {
		c.More++
	}
}

// listed returns the first calls of each verdict, the worst before the others.
func (c *faultCellSums) listed() []BrokenCall {
	var all []BrokenCall
	for _, v := range slices.Sorted(maps.Keys(c.first)) {
		all = append(all, c.first[v]...)
	}
	slices.SortStableFunc(all, func(a, b BrokenCall) int { return cmp.Compare(b.worse, a.worse) })
	return all
}

func (s *faultSums) suite(name string) *faultSuiteSums {
	for _, of := range slices.Backward(s.suites) {
		if of.name == name {
			return of
		}
	}
	s.suites = append(s.suites, &faultSuiteSums{name: name})
	return s.suites[len(s.suites)-1]
}

func (s *faultSuiteSums) stage(name string) *faultStageSums {
	for _, of := range s.stages {
		if of.name == name {
			return of
		}
	}
	s.stages = append(s.stages, &faultStageSums{name: name, cells: map[int]*faultCellSums{}})
	return s.stages[len(s.stages)-1]
}

func (s *faultStageSums) cell(kind int) *faultCellSums {
	c := s.cells[kind]
	if c == nil {
		c = &faultCellSums{FaultCell: FaultCell{Fault: kind}, counts: map[int]int{}, first: map[int][]BrokenCall{}}
		s.cells[kind] = c
	}
	return c
}

// table returns the sums.
func (s *faultSums) table() FaultTable {
	t := FaultTable{Counts: make([]int, len(s.verdicts.all))}
	for _, of := range s.suites {
		suite := FaultSuite{Suite: of.name, System: s.systems[of.name]}
		met := map[int]bool{}
		for _, stage := range of.stages {
			row := FaultStage{Stage: stage.name}
			for _, kind := range slices.Sorted(maps.Keys(stage.cells)) {
				c := stage.cells[kind]
				for _, v := range slices.Sorted(maps.Keys(c.counts)) {
					c.Counts = append(c.Counts, [2]int{v, c.counts[v]})
					t.Counts[v] += c.counts[v]
					suite.Cells += c.counts[v]
				}
				met[kind] = met[kind] || len(c.Counts) > 0
				suite.Failing += c.Failing
				t.Inapplicable, t.Bad = t.Inapplicable+c.Inapplicable, t.Bad+c.Bad
				c.Calls = c.listed()
				row.Cells = append(row.Cells, c.FaultCell)
			}
			suite.Stages = append(suite.Stages, row)
		}
		for _, kind := range slices.Sorted(maps.Keys(met)) {
			if met[kind] {
				suite.Faults = append(suite.Faults, kind)
			}
		}
		t.Cells, t.Failing = t.Cells+suite.Cells, t.Failing+suite.Failing
		t.Suites = append(t.Suites, suite)
	}
	return t
}
