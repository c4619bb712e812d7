package page

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
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

// ofComparison returns the comparisons of a run; nil: it was not compared. Runs beside it are taken as they are, others
// looked for where the run is.
func ofComparison(ctx context.Context, run *stored.Run, beside []*stored.Run) ([]Compared, error) {
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
		if err := one.turn(ctx, append([]*stored.Run{run}, beside...)); err != nil {
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
		text += fmt.Sprintf(" With so many cases, differences of %s or more are likely to be seen.",
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
	return r.YesNo || r.WilsonA != nil || r.A <= 1 && r.B <= 1 && r.A >= 0 && r.B >= 0
}

// fourfold returns the four counts of a row whose pairs are right or wrong; nil: they are not, or an older version did
// not say so.
func fourfold(r *comparison.Row) *Fourfold {
	if !r.YesNo && r.WilsonA == nil {
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
func (c *Compared) turn(ctx context.Context, runs []*stored.Run) error {
	for _, of := range c.Comparison.Turned {
		t := Turned{Turned: of, Better: c.better(&of)}
		if n := slices.Index(c.A.Suites, of.Suite); n >= 0 && n < len(c.B.Suites) && c.B.Suites[n] != of.Suite {
			t.SuiteB = c.B.Suites[n]
		}
		c.Turned = append(c.Turned, t)
	}
	first := c.Turned[:min(len(c.Turned), mostTurned)]
	if len(first) < len(c.Turned) {
		c.Note = fmt.Sprintf("Answers are shown of the first %d cases.", mostTurned)
	}
	requestsA, lacksA, err := c.answers(ctx, runs, c.A.Run, first, false)
	if err != nil {
		return err
	}
	requestsB, lacksB, err := c.answers(ctx, runs, c.B.Run, first, true)
	if err != nil {
		return err
	}
	for i := range first {
		if last := requestsA[i]; last != nil && slices.Equal(last, requestsB[i]) {
			first[i].Request = last
		}
	}
	lacks := slices.DeleteFunc([]string{lacksA, lacksB}, func(name string) bool { return name == "" })
	if len(first) > 0 && len(lacks) > 0 {
		c.Note = "The answers of " + strings.Join(lacks, " and ") + " are not shown: its folder is not there."
	}
	return nil
}

// answers adds one run's answers to the calls that were answered differently. It returns the last message of each
// call's prompt, and the run's name if it cannot be read.
func (c *Compared) answers(ctx context.Context, runs []*stored.Run, name string, turned []Turned, ofB bool) (
	last [][]string, lacks string, err error) {
	last = make([][]string, len(turned))
	run := among(runs, name)
	if run == nil {
		return last, printable.Line(name), nil
	}
	wanted := map[callOf]*answeredRow{}
	key := func(t *Turned) callOf {
		if ofB {
			return callOf{cmp.Or(t.SuiteB, t.Suite), t.Case, t.Sample, t.FirstPath}
		}
		return callOf{t.Suite, t.Case, t.Sample, t.FirstPath}
	}
	for i := range turned {
		wanted[key(&turned[i])] = nil
	}
	if len(wanted) == 0 {
		return last, "", nil
	}
	err = rows.Each(ctx, run.Folder(), "calls", func(r *answeredRow) {
		if of := (callOf{r.Suite, r.Case, int(r.Sample), r.Path}); r.Path != "" {
			if _, ok := wanted[of]; ok {
				row := *r
				wanted[of] = &row
			}
		}
	})
	if err != nil {
		return nil, "", err
	}
	texts, err := rows.OpenLibrary(ctx, run.Folder())
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, texts.Close()) }()
	read := answerTexts{library: texts}
	for i := range turned {
		t := &turned[i]
		if t.FirstPath == "" {
			continue
		}
		row := wanted[key(t)]
		if ofB {
			t.AnswerB = read.answer(row)
		} else {
			t.AnswerA = read.answer(row)
		}
		last[i] = read.lastMessage(row)
	}
	return last, "", read.err
}

// among returns the run of this name, or looks for it where the first one is; nil: there is none.
func among(runs []*stored.Run, name string) *stored.Run {
	for _, run := range runs {
		if run.Name == name {
			return run
		}
	}
	run, err := stored.Open(filepath.Dir(runs[0].Folder()), name)
	if err != nil {
		return nil
	}
	return run
}

// callOf names a call of a run.
type callOf struct {
	suite, id string
	sample    int
	path      string
}

// answeredRow has the columns of a call's row about its answer, and what came before it.
type answeredRow struct {
	Suite     string             `parquet:"suite,dict"`
	Case      string             `parquet:"case_id,dict"`
	Sample    int32              `parquet:"sample"`
	Path      string             `parquet:"path,dict"`
	Messages  []rows.MessageRow  `parquet:"messages,list"`
	Model     string             `parquet:"gen_ai.response.model,dict"`
	Response  *string            `parquet:"response_digest"`
	ToolCalls []rows.ToolCallRow `parquet:"response_tool_calls,list"`
	Failure   *string            `parquet:"error.type,dict"`
	Detail    *string            `parquet:"error_detail"`
}

// answerTexts looks up texts.
type answerTexts struct {
	library *rows.Library
	err     error // the first one
}

// text returns the beginning of a text, and how many characters it left out.
func (a *answerTexts) text(digest string) (begin string, left int) {
	text, _, _, err := a.library.Text(digest)
	if a.err == nil {
		a.err = err
	}
	n := 0
	for i := range text {
		if n == mostAnswer {
			return text[:i], utf8.RuneCountInString(text[i:])
		}
		n++
	}
	return text, 0
}

// answer returns what a call was answered; nil: there is no such call.
func (a *answerTexts) answer(row *answeredRow) *Answer {
	if row == nil {
		return &Answer{}
	}
	answer := &Answer{Sent: true, Model: row.Model}
	if row.Failure != nil {
		answer.Error = *row.Failure
		if row.Detail != nil {
			answer.Text = *row.Detail
		}
		return answer
	}
	if row.Response != nil {
		answer.Text, answer.More = a.text(*row.Response)
	}
	for _, use := range row.ToolCalls {
		arguments, _ := a.text(use.Arguments)
		answer.Calls = append(answer.Calls, Used{use.Name, arguments})
	}
	return answer
}

// lastMessage returns the sections of the last message of a call's prompt.
func (a *answerTexts) lastMessage(row *answeredRow) []string {
	if row == nil || len(row.Messages) == 0 {
		return nil
	}
	var texts []string
	for _, s := range row.Messages[len(row.Messages)-1].Sections {
		text, _ := a.text(s.Digest)
		texts = append(texts, text)
	}
	return texts
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
