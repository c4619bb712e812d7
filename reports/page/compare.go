package page

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Compared is what `compare --format json` prints, with more for each metric and each case that turned.
type Compared struct {
	comparison.Comparison
	Sentence string        `json:"sentence"` // the verdict in words
	Rows     []ComparedRow `json:"rows"`
	Turned   []Turned      `json:"turned"`
	Note     string        `json:"note,omitempty"` // why answers are lacking
}

// ComparedRow compares a metric.
type ComparedRow struct {
	comparison.Row
	Counts *Fourfold `json:"counts"` // null: its values are not just right and wrong
	Less   bool      `json:"less_is_better,omitempty"`
	Better string    `json:"better"` // a, b, or empty: the interval holds zero, or there is none
	Scale  float64   `json:"scale"`  // what the largest difference or bound of rows with this unit is at most
}

// Fourfold counts pairs by who was right.
type Fourfold struct {
	Both    int `json:"both"`
	OnlyA   int `json:"only_a"`
	OnlyB   int `json:"only_b"`
	Neither int `json:"neither"`
}

// Turned is a case in which one run is better, with both answers to the first call that was answered differently.
type Turned struct {
	comparison.Turned
	SuiteB  string   `json:"suite_b,omitempty"` // in B, if it has another name there
	Better  bool     `json:"better"`            // B is
	AnswerA *Answer  `json:"answer_a"`          // null: not known; the note says why
	AnswerB *Answer  `json:"answer_b"`
	Request []string `json:"request,omitempty"` // the last message of both, if it is the same: its sections
}

// Answer is what a call was answered in one run.
type Answer struct {
	Sent  bool   `json:"sent"` // false: the run has no such call
	Text  string `json:"text,omitempty"`
	Error string `json:"error,omitempty"`    // instead of a text: why the call failed
	Model string `json:"model,omitempty"`    // that answered
	More  int    `json:"left_out,omitempty"` // characters of the text
	Calls []Used `json:"tool_calls,omitempty"`
}

// Used is a tool call that an answer asks for.
type Used struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// How much is shown of cases that turned.
const (
	mostTurned = 50   // cases with their answers
	mostAnswer = 4000 // characters
)

// ofComparison returns the comparisons with which a run ended; nil: it did not compare.
func ofComparison(ctx context.Context, run *stored.Run) ([]Compared, error) {
	raw := run.Comparison
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var several []*comparison.Comparison
	if raw[0] != '[' {
		raw = slices.Concat([]byte{'['}, raw, []byte{']'})
	}
	if err := json.Unmarshal(raw, &several); err != nil {
		return nil, fmt.Errorf("%s: comparison: %w", filepath.Join(run.Folder(), "run.json"), err)
	}
	var all []Compared
	for _, c := range several {
		if c == nil {
			continue
		}
		one := Compared{Comparison: *c, Sentence: sentence(c), Rows: comparedRows(c), Turned: []Turned{}}
		if err := one.turn(ctx, run); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// sentence says which run is better, and what such cases could have shown.
func sentence(c *comparison.Comparison) string {
	text := strings.ToUpper(c.Verdict) + " is better."
	switch {
	case c.Primary() == nil:
		return "Not decided: no case has the metric in both runs."
	case c.Verdict == comparison.NotDecided:
		text = "Not decided: neither run is shown to be better."
	}
	if d := c.Detectable; d != nil && *d < 1 && metric.InPairs(c.Primary().Metric) {
		text += fmt.Sprintf(" %s likely to show differences of %s or more.",
			wording.Plural(c.Pairs, "Such a case is", "So many cases are"),
			wording.Number(int(math.Ceil(100**d-1e-9)), "point"))
	}
	return text
}

func comparedRows(c *comparison.Comparison) []ComparedRow {
	all := []ComparedRow{}
	scales := map[bool]float64{} // of shares, and of everything else
	for _, r := range c.Rows {
		row := ComparedRow{Row: r, Counts: fourfold(&r), Less: !metric.MoreIsBetter(r.Metric)}
		if r.Low != nil && r.High != nil && (*r.Low > 0 || *r.High < 0) {
			row.Better = "a"
			if (*r.Low > 0) == metric.MoreIsBetter(r.Metric) {
				row.Better = "b"
			}
		}
		for _, bound := range []*float64{&r.Difference, r.Low, r.High} {
			if bound != nil {
				scales[isShare(&r)] = max(scales[isShare(&r)], math.Abs(*bound))
			}
		}
		all = append(all, row)
	}
	for i := range all {
		all[i].Scale = scales[isShare(&all[i].Row)]
	}
	return all
}

// isShare reports whether a row's values are shares, whose differences are points.
func isShare(r *comparison.Row) bool {
	return r.WilsonA != nil || r.A <= 1 && r.B <= 1 && r.A >= 0 && r.B >= 0
}

// fourfold returns the four counts of a row whose pairs are right or wrong, which alone have intervals of their own.
func fourfold(r *comparison.Row) *Fourfold {
	if r.WilsonA == nil {
		return nil
	}
	right := int(math.Round(r.A * float64(r.Pairs)))
	if !metric.MoreIsBetter(r.Metric) {
		right = r.Pairs - right
	}
	f := &Fourfold{Both: right - r.OnlyA, OnlyA: r.OnlyA, OnlyB: r.OnlyB}
	f.Neither = r.Pairs - f.Both - f.OnlyA - f.OnlyB
	if f.Both < 0 || f.Neither < 0 { // no comparison writes this
		return nil
	}
	return f
}

// turn adds the cases that turned, with the answers as far as the folders of both runs are there.
func (c *Compared) turn(ctx context.Context, run *stored.Run) error {
	a, b := opened(run, c.A.Run), opened(run, c.B.Run)
	var lacking []string
	for _, side := range []struct {
		run  *stored.Run
		name string
	}{{a, c.A.Run}, {b, c.B.Run}} {
		if side.run == nil {
			lacking = append(lacking, printable.Line(side.name))
		}
	}
	if len(lacking) > 0 {
		c.Note = "The answers of " + strings.Join(lacking, " and ") + " are not shown: the run's folder is not there."
	} else if len(c.Comparison.Turned) > mostTurned {
		c.Note = fmt.Sprintf("Answers are shown of the first %d cases.", mostTurned)
	}
	for i, of := range c.Comparison.Turned {
		t := Turned{Turned: of, Better: c.better(&of)}
		if n := slices.Index(c.A.Suites, of.Suite); n >= 0 && n < len(c.B.Suites) && c.B.Suites[n] != of.Suite {
			t.SuiteB = c.B.Suites[n]
		}
		if i < mostTurned && of.FirstPath != "" {
			if err := t.read(ctx, a, b); err != nil {
				return err
			}
		}
		c.Turned = append(c.Turned, t)
	}
	return nil
}

// better reports whether B is better in a case that turned.
func (c *Compared) better(t *comparison.Turned) bool {
	var was, is float64
	primary := c.Primary()
	if primary == nil || primary.Metric == metric.Cases {
		return t.To == "ok"
	}
	_, errA := fmt.Sscan(t.From, &was)
	_, errB := fmt.Sscan(t.To, &is)
	return errA == nil && errB == nil && (is > was) == metric.MoreIsBetter(primary.Metric)
}

// opened returns a run by the name that a comparison has of it; nil: it cannot be read.
func opened(run *stored.Run, name string) *stored.Run {
	if name == run.Name {
		return run
	}
	other, err := stored.Open(filepath.Dir(run.Folder()), name)
	if err != nil {
		return nil
	}
	return other
}

// read reads both answers to the first call that was answered differently.
func (t *Turned) read(ctx context.Context, a, b *stored.Run) (err error) {
	var calls [2]*trace.Call
	for i, side := range []struct {
		run   *stored.Run
		suite string
		to    **Answer
	}{{a, t.Suite, &t.AnswerA}, {b, cmp.Or(t.SuiteB, t.Suite), &t.AnswerB}} {
		if side.run == nil {
			continue
		}
		if calls[i], err = callAt(ctx, side.run, side.suite, t.Case, t.FirstPath); err != nil {
			return err
		}
		*side.to = answerOf(calls[i])
	}
	if calls[0] != nil && calls[1] != nil {
		t.Request = lastOfBoth(&calls[0].Request, &calls[1].Request)
	}
	return nil
}

// callAt returns a call of a case; nil: there is none.
func callAt(ctx context.Context, run *stored.Run, suite, id, path string) (*trace.Call, error) {
	c, err := rows.ReadCase(ctx, run.Folder(), suite, id)
	if c == nil || err != nil {
		return nil, err
	}
	for _, call := range c.Trace.Calls() {
		if call.Path == path {
			return call, nil
		}
	}
	return nil, nil
}

func answerOf(call *trace.Call) *Answer {
	if call == nil {
		return &Answer{}
	}
	a := &Answer{Sent: true, Model: call.Origin.Model}
	if call.Failure != nil {
		a.Error = string(call.Failure.Reason)
		if call.Failure.Err != nil {
			a.Text = call.Failure.Err.Error()
		}
		return a
	}
	a.Text, a.More = clipped(call.Response.Content)
	for _, use := range call.Response.ToolCalls {
		arguments, _ := clipped(use.Arguments)
		a.Calls = append(a.Calls, Used{use.Name, arguments})
	}
	return a
}

// clipped returns the beginning of a text, and how many characters it left out.
func clipped(text string) (begin string, left int) {
	n := 0
	for i := range text {
		if n == mostAnswer {
			return text[:i], len([]rune(text[i:]))
		}
		n++
	}
	return text, 0
}

// lastOfBoth returns the sections of the last message of two requests; none unless they are the same.
func lastOfBoth(a, b *pipeline.Request) []string {
	if len(a.Messages) == 0 || len(b.Messages) == 0 {
		return nil
	}
	of := func(m *pipeline.Message) (texts []string) {
		for _, s := range m.Sections {
			texts = append(texts, s.Text)
		}
		return texts
	}
	last := of(&a.Messages[len(a.Messages)-1])
	if !slices.Equal(last, of(&b.Messages[len(b.Messages)-1])) {
		return nil
	}
	for i := range last {
		last[i], _ = clipped(last[i])
	}
	return last
}
