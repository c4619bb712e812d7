package page

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Routing says how messages were routed, and which skills were found and chosen.
type Routing struct {
	Matrices []Matrix      `json:"matrices"` // of each suite and kind of labels, those with most mistakes first
	Skills   []SkillsSuite `json:"skills"`   // of each suite that looked for skills, ordered so too
}

// Matrix counts decisions against labels.
type Matrix struct {
	Suite   string        `json:"suite"`
	Kind    string        `json:"kind"` // of the labels: hard or soft
	Actions []string      `json:"actions"`
	Rows    []MatrixRow   `json:"rows"`  // of the actions that are labels
	Right   int           `json:"right"` // also as alternatives to the label
	Total   int           `json:"total"`
	Cells   []RoutedCell  `json:"cells"`
	Wrong   []RoutedLabel `json:"wrong"` // the first of them
	More    int           `json:"more,omitempty"`
}

// MatrixRow is the row of a label.
type MatrixRow struct {
	Label     string `json:"label"`
	Counts    []int  `json:"counts"` // by decided action
	Precision string `json:"precision"`
	Recall    string `json:"recall"`
	F1        string `json:"f1"`
}

// RoutedCell has the first calls that a cell of a matrix counts.
type RoutedCell struct {
	Want  string   `json:"want"`
	Got   string   `json:"got"`
	Calls []CallAt `json:"calls"`
}

// CallAt is where to look.
type CallAt struct {
	Case   string `json:"case"`
	Sample int    `json:"sample,omitempty"`
	Path   string `json:"path"`
}

// RoutedLabel is a message that was routed otherwise than its label says.
type RoutedLabel struct {
	CallAt
	Want   string `json:"want"`
	Got    string `json:"got"`
	Reason string `json:"reason"`
}

// SkillsSuite sums up the retrievals of a suite. Without the case's expectation nothing is right or wrong.
type SkillsSuite struct {
	Suite      string      `json:"suite"`
	Selections int         `json:"selections"`
	Expecting  int         `json:"expecting"` // of them: with an expectation
	Right      int         `json:"right"`     // of these: exactly the expected ones were chosen
	Ranks      []RankCount `json:"ranks"`     // of the expected skills
	Listed     []Selection `json:"listed"`    // those that are not right first
	More       int         `json:"more,omitempty"`

	ranked [3][]Selection // the first ones of each rank of rankOf
}

// RankCount counts expected skills by the rank with which they were found.
type RankCount struct {
	From   int `json:"from"` // 0: they were not found
	To     int `json:"to"`   // 0: and so on
	Skills int `json:"skills"`
	Chosen int `json:"chosen"` // of them
}

// Selection is one choice of skills, with its candidates.
type Selection struct {
	CallAt
	Turn       string      `json:"-"`    // its expectations have it
	Want       string      `json:"want"` // the expected skills, separated by commas; empty: nothing is expected
	Got        string      `json:"got"`  // the chosen ones
	Expects    bool        `json:"expects"`
	Right      bool        `json:"right"`
	Candidates []Candidate `json:"candidates"`
	Left       int         `json:"left_out,omitempty"` // further candidates, neither expected nor chosen
	Lost       []string    `json:"lost,omitempty"`     // expected skills that are no candidates
}

// Candidate is a skill that was found.
type Candidate struct {
	Rank     int    `json:"rank"`
	Name     string `json:"name"`
	Chosen   bool   `json:"chosen,omitempty"`
	Expected bool   `json:"expected,omitempty"`
}

// How much is listed.
const (
	mostRoutedCalls = 20  // of a cell of a matrix
	mostWrongRoutes = 100 // of a matrix
	mostSelections  = 200 // of a suite
	mostCandidates  = 10  // of a selection, and those that matter
)

// scoredRow has the columns of a score's row about routing and skills.
type scoredRow struct {
	Suite    string   `parquet:"suite,dict"`
	Case     string   `parquet:"case_id,dict"`
	Sample   int32    `parquet:"sample"`
	Turn     string   `parquet:"turn,dict"`
	Path     string   `parquet:"path,dict"`
	Scorer   string   `parquet:"scorer,dict"`
	Metric   string   `parquet:"metric,dict"`
	Facet    string   `parquet:"facet,dict"`
	Holds    *bool    `parquet:"holds"`
	Expected string   `parquet:"expected,dict"`
	Actual   string   `parquet:"actual,dict"`
	Reason   string   `parquet:"reason"`
	Value    *float64 `parquet:"value"`
}

// ofRouting returns how a run routed and chose skills; nil: it did neither.
func ofRouting(ctx context.Context, run *stored.Run, seen *overview.Overview) (*Routing, error) {
	r := &Routing{Matrices: matricesOf(seen), Skills: []SkillsSuite{}}
	wanted := map[choiceOf][]*scoredRow{}
	err := rows.Each(ctx, run.Folder(), "scores", func(s *scoredRow) {
		switch {
		case s.Holds == nil || s.Value == nil:
		case s.Scorer == "routing" && s.Metric == "accuracy":
			r.routed(s)
		case s.Scorer == "skills" && s.Metric == "f1":
			row := *s
			at := choiceOf{s.Suite, s.Case, int(s.Sample), s.Turn}
			wanted[at] = append(wanted[at], &row)
		}
	})
	if err != nil {
		return nil, err
	}
	skills := &skillsReading{routing: r, wanted: wanted}
	err = rows.Each(ctx, run.Folder(), "candidates", skills.add)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	skills.end()
	slices.SortStableFunc(r.Matrices, func(a, b Matrix) int { return b.wrong() - a.wrong() })
	if len(r.Matrices)+len(r.Skills) == 0 {
		return nil, nil
	}
	return r, nil
}

func matricesOf(seen *overview.Overview) []Matrix {
	all := []Matrix{}
	for _, suite := range seen.Suites {
		for _, kind := range []string{score.LabelHard, score.LabelSoft} {
			if c := suite.Tally.Confusions()[kind]; c != nil {
				all = append(all, matrixOf(suite.Name, kind, c))
			}
		}
	}
	return all
}

func matrixOf(suite, kind string, c *metric.Confusion) Matrix {
	m := Matrix{Suite: suite, Kind: kind, Actions: c.Actions(), Rows: []MatrixRow{}, Cells: []RoutedCell{},
		Wrong: []RoutedLabel{}}
	for _, told := range cells.Matrix(c, kind, true) { // label, decisions, precision, recall, F1
		row := MatrixRow{Label: told[0], Precision: told[2], Recall: told[3], F1: told[4]}
		labels := 0
		for _, got := range m.Actions {
			n := c.Count(row.Label, got)
			row.Counts, labels = append(row.Counts, n), labels+n
		}
		if labels > 0 {
			m.Rows, m.Total = append(m.Rows, row), m.Total+labels
		}
	}
	return m
}

func (m *Matrix) wrong() int { return m.Total - m.Right }

// routed adds a labelled message to its matrix.
func (r *Routing) routed(s *scoredRow) {
	kind := score.LabelHard
	if s.Facet == score.LabelSoft {
		kind = score.LabelSoft
	}
	i := slices.IndexFunc(r.Matrices, func(m Matrix) bool { return m.Suite == s.Suite && m.Kind == kind })
	if i < 0 {
		return
	}
	m, at := &r.Matrices[i], CallAt{s.Case, int(s.Sample), s.Path}
	c := slices.IndexFunc(m.Cells, func(c RoutedCell) bool { return c.Want == s.Expected && c.Got == s.Actual })
	if c < 0 && slices.Contains(m.Actions, s.Expected) && slices.Contains(m.Actions, s.Actual) {
		c = len(m.Cells)
		m.Cells = append(m.Cells, RoutedCell{Want: s.Expected, Got: s.Actual})
	}
	if c >= 0 && len(m.Cells[c].Calls) < mostRoutedCalls {
		m.Cells[c].Calls = append(m.Cells[c].Calls, at)
	}
	switch {
	case *s.Holds:
		m.Right++
	case len(m.Wrong) < mostWrongRoutes:
		m.Wrong = append(m.Wrong, RoutedLabel{CallAt: at, Want: s.Expected, Got: s.Actual, Reason: s.Reason})
	default:
		m.More++
	}
}

// choiceOf is a turn in which skills were chosen.
type choiceOf struct {
	suite, id string
	sample    int
	turn      string
}

// retrieval is what was found once at a place.
type retrieval struct {
	suite, place string
	number       int32
	Selection
}

// skillsReading reads candidates, which come case by case.
type skillsReading struct {
	routing *Routing
	wanted  map[choiceOf][]*scoredRow
	found   []*retrieval // of the case
}

// add adds a candidate to the last retrieval, or begins the next one.
func (r *skillsReading) add(row *rows.CandidateRow) {
	var last *retrieval
	if n := len(r.found); n > 0 {
		last = r.found[n-1]
		if last.suite != row.Suite || last.Case != row.Case || last.Sample != int(row.Sample) {
			r.endCase()
			last = nil
		}
	}
	if last == nil || last.place != row.Place || last.number != row.Retrieval {
		last = &retrieval{suite: row.Suite, place: row.Place, number: row.Retrieval, Selection: Selection{
			CallAt: CallAt{row.Case, int(row.Sample), row.Place}, Turn: row.Turn, Candidates: []Candidate{},
		}}
		r.found = append(r.found, last)
	}
	last.Candidates = append(last.Candidates, Candidate{Rank: int(row.Rank), Name: row.Name,
		Chosen: row.Chosen != nil && *row.Chosen})
}

// endCase adds the retrievals of a case to its suite, each with what was expected of it: of several at a place, of the
// last.
func (r *skillsReading) endCase() {
	skills := &r.routing.Skills
	for i, f := range r.found {
		if n := len(*skills); n == 0 || (*skills)[n-1].Suite != f.suite {
			*skills = append(*skills, SkillsSuite{Suite: f.suite, Ranks: rankCounts()})
		}
		var want *scoredRow
		if !slices.ContainsFunc(r.found[i+1:], func(later *retrieval) bool { return later.place == f.place }) {
			want = r.wantedAt(f)
		}
		(*skills)[len(*skills)-1].add(f, want)
	}
	r.found = nil
}

// wantedAt returns what was expected of a retrieval: the choice is a call at its place, or the place itself.
func (r *skillsReading) wantedAt(f *retrieval) *scoredRow {
	for _, want := range r.wanted[choiceOf{f.suite, f.Case, f.Sample, f.Turn}] {
		if want.Path == f.place || path.Dir(want.Path) == f.place {
			return want
		}
	}
	return nil
}

func (r *skillsReading) end() {
	r.endCase()
	for i := range r.routing.Skills {
		s := &r.routing.Skills[i]
		s.Listed = slices.Concat([]Selection{}, s.ranked[0], s.ranked[1], s.ranked[2])
		s.Listed = s.Listed[:min(len(s.Listed), mostSelections)]
		s.More = s.Selections - len(s.Listed)
	}
	slices.SortStableFunc(r.routing.Skills, func(a, b SkillsSuite) int {
		return cmp.Or(cmp.Compare(b.Expecting-b.Right, a.Expecting-a.Right), cmp.Compare(b.Expecting, a.Expecting))
	})
}

// rankOf puts what is wrong before what is right, and that before what nothing is expected of.
func rankOf(s Selection) int {
	switch {
	case s.Expects && !s.Right:
		return 0
	case s.Expects:
		return 1
	}
	return 2
}

func rankCounts() []RankCount {
	return []RankCount{{From: 1, To: 1}, {From: 2, To: 2}, {From: 3, To: 3}, {From: 4, To: 8}, {From: 9}, {}}
}

// add adds a retrieval; want is nil if nothing is expected of it.
func (s *SkillsSuite) add(f *retrieval, want *scoredRow) {
	s.Selections++
	var got []string
	for _, c := range f.Candidates {
		if c.Chosen {
			got = append(got, c.Name)
		}
	}
	f.Got = strings.Join(got, ", ")
	if want != nil {
		f.Want, f.Got, f.Path = want.Expected, want.Actual, want.Path
		f.Expects, f.Right = true, *want.Holds
		s.Expecting++
		if f.Right {
			s.Right++
		}
		s.expect(f)
	}
	if of := &s.ranked[rankOf(f.Selection)]; len(*of) < mostSelections {
		f.shorten()
		*of = append(*of, f.Selection)
	}
}

// expect marks the expected skills among the candidates, and counts them by rank. The row has their names as one text.
func (s *SkillsSuite) expect(f *retrieval) {
	if f.Want == "none" {
		return
	}
	for name := range strings.SplitSeq(f.Want, ", ") {
		i := slices.IndexFunc(f.Candidates, func(c Candidate) bool { return c.Name == name })
		rank, chosen := 0, false
		if i < 0 {
			f.Lost = append(f.Lost, name)
			chosen = slices.Contains(strings.Split(f.Got, ", "), name)
		} else {
			f.Candidates[i].Expected = true
			rank, chosen = f.Candidates[i].Rank, f.Candidates[i].Chosen
		}
		for n := range s.Ranks {
			if k := &s.Ranks[n]; rank >= k.From && (rank <= k.To || k.To == 0 && k.From > 0) {
				k.Skills++
				if chosen {
					k.Chosen++
				}
				break
			}
		}
	}
}

// shorten leaves out candidates behind the first ones that do not matter.
func (f *retrieval) shorten() {
	n := len(f.Candidates)
	at := 0
	f.Candidates = slices.DeleteFunc(f.Candidates, func(c Candidate) bool {
		at++
		return at > mostCandidates && !c.Chosen && !c.Expected
	})
	f.Left = n - len(f.Candidates)
}
