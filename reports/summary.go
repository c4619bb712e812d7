package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Summary is what a run came to in numbers. Its JSON is what `run --format json` prints.
type Summary struct {
	Cases     int             `json:"cases"`
	Calls     int             `json:"calls"`
	Failed    int             `json:"failed"` // cases with an error or with an expectation that does not hold
	Prompts   Prompts         `json:"prompts"`
	Stale     int             `json:"stale"`   // calls answered by the recording of another request
	Moved     int             `json:"moved"`   // calls answered by a recording at another path
	Carried   int             `json:"carried"` // calls whose old answer a person kept
	Fallbacks []FallbackCount `json:"fallbacks"`
	Tokens    trace.Tokens    `json:"tokens"`
	Seconds   float64         `json:"seconds"`

	Errors    int `json:"-"` // cases that could not be run to their end
	Bugs      int `json:"-"` // of them: not the case's mistake
	Skipped   int `json:"-"`
	Imported  int `json:"-"`               // calls answered from elsewhere
	Scripted  int `json:"-"`               // calls answered by a person's words
	Otherwise int `json:"-"`               // of them: by the suite's otherwise
	Open      int `json:"-"`               // calls at which a recording ends
	Forms     int `json:"forms,omitempty"` // files of requests in providers' forms that differ, a consequence of prompts or of the forms
	Pending   int `json:"-"`               // cases whose changes wait for review
}

// Prompts counts calls by what became of their messages arrays.
type Prompts struct {
	Unchanged int `json:"unchanged"`
	Changed   int `json:"changed"`
	New       int `json:"new"`
	Missing   int `json:"missing"`
}

// Differ is the number of calls that are not as their goldens.
func (p Prompts) Differ() int { return p.Changed + p.New + p.Missing }

// FallbackCount counts how often a stage took its fallback for a reason.
type FallbackCount struct {
	Stage  string          `json:"stage"`
	Reason pipeline.Reason `json:"reason"`
	Count  int             `json:"count"`
}

// add counts one more case.
func (s *Summary) add(row *caseRow) {
	s.addStatus(result.Status(row.Status), row.Bug)
	s.Forms += int(row.Forms)
	s.Prompts.Unchanged += int(row.Unchanged)
	s.Prompts.Changed += int(row.Changed)
	s.Prompts.New += int(row.New)
	s.Prompts.Missing += int(row.Missing)
	s.Calls += int(row.Calls)
	s.Tokens.Prompt += int(row.TokensPrompt)
	s.Tokens.Output += int(row.TokensOutput)
	s.Tokens.Estimated += int(row.TokensEstimated)
	s.Open += int(row.Missed)
	s.Stale += int(row.Stale)
	s.Moved += int(row.Moved)
	s.Carried += int(row.Carried)
	s.Imported += int(row.Imported)
	s.Scripted += int(row.Scripted)
	s.Otherwise += int(row.Otherwise)
	for _, f := range row.Fallbacks {
		s.addFallback(FallbackCount{f.Stage, pipeline.Reason(f.Reason), 1})
	}
}

// addStatus counts a case by how it ended.
func (s *Summary) addStatus(status result.Status, bug bool) {
	if status != result.StatusOrphan {
		s.Cases++
	}
	switch status {
	case result.StatusFailed:
		s.Failed++
	case result.StatusError:
		s.Failed++
		s.Errors++
		if bug {
			s.Bugs++
		}
	case result.StatusSkipped:
		s.Skipped++
	}
}

// addFallback keeps the counts in the order of stage and reason.
func (s *Summary) addFallback(f FallbackCount) {
	i, found := slices.BinarySearchFunc(s.Fallbacks, f, func(a, b FallbackCount) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Reason, b.Reason))
	})
	if !found {
		s.Fallbacks = slices.Insert(s.Fallbacks, i, FallbackCount{f.Stage, f.Reason, 0})
	}
	s.Fallbacks[i].Count += f.Count
}

// Summaries are those of the suites of a run, in their order, and their total.
type Summaries struct {
	Total  Summary
	suites []named
}

type named struct {
	name string
	Summary
}

// Add counts one more result. Results of one suite come one behind the other.
func (s *Summaries) Add(r *result.Result) {
	row := caseOf(r)
	s.add(&row)
	if r.Pending != "" {
		s.suites[len(s.suites)-1].Pending++
		s.Total.Pending++
	}
}

func (s *Summaries) add(row *caseRow) {
	if n := len(s.suites); n == 0 || s.suites[n-1].name != row.Suite {
		s.suites = append(s.suites, named{name: row.Suite})
	}
	s.suites[len(s.suites)-1].add(row)
	s.Total.add(row)
}

// Finish notes how long the run took.
func (s *Summaries) Finish(took time.Duration) { s.Total.Seconds = took.Seconds() }

// WriteTable prints a row for each suite and one for all of them.
func (s *Summaries) WriteTable(w io.Writer) error {
	columns := []Column{
		{Title: "suite"}, {"cases", true}, {"failed", true}, {"calls", true}, {"changed", true}, {"fallbacks", true},
		{"stale", true}, {"tokens", true}, {"time", true},
	}
	var rows [][]string
	for _, n := range s.suites {
		rows = append(rows, n.row(n.name, ""))
	}
	rows = append(rows, s.Total.row("total", strconv.FormatFloat(s.Total.Seconds, 'f', 2, 64)+"s"))
	return narrowTable(w, columns, rows)
}

func (s *Summary) row(name, took string) []string {
	fallbacks := 0
	for _, f := range s.Fallbacks {
		fallbacks += f.Count
	}
	return []string{
		name, strconv.Itoa(s.Cases), strconv.Itoa(s.Failed), strconv.Itoa(s.Calls), strconv.Itoa(s.Prompts.Differ()), strconv.Itoa(fallbacks),
		strconv.Itoa(s.Stale), count(s.Tokens.Prompt+s.Tokens.Output, s.Tokens.Estimated > 0), took,
	}
}

// count is a number that may be a guess.
func count(n int, estimated bool) string {
	if estimated {
		return "~" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// Notes are the lines under the table: what the numbers rest on.
func (s *Summary) Notes() []string {
	var notes []string
	add := func(n int, format string, args ...any) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	were := func(n int) string { return plural.Number(n, "answer") + plural.Choose(n, " was", " were") }
	p := s.Prompts
	add(p.Differ(), "prompts: %d unchanged, %d changed, %d new, %d missing", p.Unchanged, p.Changed, p.New, p.Missing)
	add(s.Forms, "forms: %s of requests in providers' forms %s; their cases take them", plural.Number(s.Forms, "file"), plural.Choose(s.Forms, "differs", "differ"))
	add(s.Stale, "stale: %s recorded for another request; record %s again", were(s.Stale), plural.Choose(s.Stale, "it", "them"))
	add(s.Moved, "moved: %s recorded at another path", were(s.Moved))
	add(s.Carried, "carried: %s kept although %s prompt has changed", were(s.Carried), plural.Choose(s.Carried, "its", "their"))
	add(s.Imported, "imported: %s from elsewhere", plural.Number(s.Imported, "answer")+plural.Choose(s.Imported, " comes", " come"))
	add(s.Scripted, "scripted: %s no model's, %d of them a suite's otherwise", plural.Number(s.Scripted, "answer")+plural.Choose(s.Scripted, " is", " are"), s.Otherwise)
	add(s.Open, "open: %s no answer", plural.Number(s.Open, "call")+plural.Choose(s.Open, " has", " have"))
	add(s.Skipped, "skipped: %s not supported by their system", plural.Number(s.Skipped, "case")+plural.Choose(s.Skipped, " is", " are"))
	add(s.Tokens.Estimated, "tokens: %d of %d are estimates", s.Tokens.Estimated, s.Tokens.Prompt+s.Tokens.Output)
	return notes
}
