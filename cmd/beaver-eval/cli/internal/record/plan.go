package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// cause is why a call would be asked.
type cause string

// The causes.
const (
	causeMissing  cause = "missing"  // nothing answers it
	causeStale    cause = "stale"    // its answer is to another request
	causeFailed   cause = "failed"   // a failure is recorded
	causeCarried  cause = "carried"  // a person kept the answer of another request
	causeRecorded cause = "recorded" // it has an answer, and every call is asked
)

// plan prints the calls that a server would be asked, and asks none. name is that of the model for all stages; empty:
// as the suites say.
func plan(ctx context.Context, a *console.App, all []*project.Suite, cases filter.Cases, name string,
	o options) error {
	p := &planner{
		choice: o.choice(), name: name, allCalls: o.allCalls, rows: map[planKey]*planRow{},
		suites: map[string]*project.Suite{}, open: map[sample]*planned{}, embeds: map[string]bool{},
	}
	var suites []*project.Suite
	for _, s := range all {
		if s.IsApplication() {
			fmt.Fprintf(a.Stderr, "beaver-eval: left out: the program of %s asks its provider itself\n", s.Name)
			continue
		}
		suites = append(suites, s)
		p.suites[s.Name] = s
	}
	options := runner.Options{Cases: cases, Workers: o.workers, Answerer: p, Exchange: a.Exchange}
	options.Embedder = func(s *project.Suite) (pipeline.Embedder, error) {
		known, err := o.known(s)
		return &probe{known: known, suite: s, ask: p.embed}, err
	}
	var wrong []error
	err := runner.Run(ctx, suites, a.Systems, options, func(r *result.Result) error {
		if p.ended(r) {
			return nil
		}
		for _, err := range r.Errors {
			wrong = append(wrong, fmt.Errorf("%s/%s: %w", r.Suite, r.Case, err))
		}
		return nil
	})
	if err = errors.Join(append(wrong, err)...); err != nil {
		return err
	}
	found := p.planned()
	if o.format == "json" {
		return console.Fault(printable.WriteJSON(a.Data, found))
	}
	return console.Fault(found.write(a.Stdout, a.Columns(a.Stdout.W)))
}

// planner counts the calls that live.Recorder would ask. It implements runner.Answerer. Its size does not grow with the
// number of cases.
type planner struct {
	choice   live.Choice
	name     string // of the model for all stages; empty: as the suite says
	allCalls bool
	suites   map[string]*project.Suite

	rows     map[planKey]*planRow
	total    planRow
	stops    int // cases with a call that has no answer
	lastStop filter.CaseName

	mu     sync.Mutex          // cases run concurrently
	open   map[sample]*planned // that have begun, and not ended
	embeds map[string]bool     // suites with texts that have no vectors
}

// sample is one run of a case.
type sample struct {
	filter.CaseName
	number int
}

type planKey struct {
	suite, stage, model string
	cause               cause
}

// planRow is how many calls of a stage would be asked for one cause. Tokens are estimates of their prompts.
type planRow struct {
	Suite    string   `json:"suite,omitempty"`
	Stage    string   `json:"stage,omitempty"`
	Model    string   `json:"model,omitempty"`
	Cause    cause    `json:"cause,omitempty"`
	Cases    int      `json:"cases"`
	Calls    int      `json:"calls"`
	Tokens   int      `json:"tokens"`
	Money    *float64 `json:"money"` // if nothing is kept by a cache; null: not every call has a price
	Currency string   `json:"currency,omitempty"`

	last filter.CaseName // the last case that was counted
}

// add counts calls of a case. Cases come one after the other, each with all of its samples.
func (r *planRow) add(of filter.CaseName, n planCount) {
	if r.last != of {
		r.last = of
		r.Cases++
	}
	r.Calls, r.Tokens = r.Calls+n.calls, r.Tokens+n.tokens
}

// planCount counts calls of one case, and the estimated tokens of their prompts.
type planCount struct{ calls, tokens int }

// Begin implements runner.Answerer.
func (p *planner) Begin(b runner.Beginning) (runner.Answers, error) {
	of := &planned{Beginning: b, calls: map[planKey]planCount{}}
	p.mu.Lock()
	p.open[sample{filter.CaseName{Suite: b.Suite.Name, ID: b.Case.ID}, b.Sample}] = of
	p.mu.Unlock()
	r := &live.Recorder{Choice: p.choice, Name: p.name, AllCalls: p.allCalls, Model: of}
	return r.Begin(b)
}

// embed notes that texts of a suite would be embedded.
func (p *planner) embed(s *project.Suite) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.embeds[s.Name] = true
}

// ended adds the calls of a case that has ended. It reports whether the case has no error, or only ended at what it
// lacks.
func (p *planner) ended(r *result.Result) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := filter.CaseName{Suite: r.Suite, ID: r.Case}
	of := p.open[sample{name, r.Sample}]
	if of == nil {
		return len(r.Errors) == 0 || p.embeds[r.Suite]
	}
	delete(p.open, sample{name, r.Sample})
	for key, n := range of.calls {
		row := p.rows[key]
		if row == nil {
			row = &planRow{Suite: key.suite, Stage: key.stage, Model: key.model, Cause: key.cause}
			p.rows[key] = row
		}
		row.add(name, n)
		p.total.add(name, n)
	}
	if of.stopped && p.lastStop != name {
		p.lastStop = name
		p.stops++
	}
	return len(r.Errors) == 0 || of.stopped || p.embeds[r.Suite]
}

// planned stands in for a server: it counts the calls of a case, and answers as the recording does, so that the case
// goes on.
type planned struct {
	runner.Beginning

	mu      sync.Mutex // calls of a case may be concurrent
	calls   map[planKey]planCount
	stopped bool // at a call that has no answer
}

// Chat implements pipeline.Model.
func (p *planned) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	replay := model.NewReplay(cmp.Or(p.Recording, &model.Recording{}), 1, nobody{})
	replay.Mask = p.Suite.Masker()
	resp, err := replay.Chat(ctx, req)
	key := planKey{p.Suite.Name, req.Stage, req.Model, causeOf(resp.Origin, err)}
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.calls[key]
	p.calls[key] = planCount{n.calls + 1, n.tokens + req.EstimatedTokens()}
	p.stopped = p.stopped || key.cause == causeMissing
	return resp, err
}

// nobody answers no call.
type nobody struct{}

// Chat implements pipeline.Model.
func (nobody) Chat(context.Context, pipeline.Request) (pipeline.Response, error) {
	return pipeline.Response{}, &pipeline.InputError{What: "this call would be asked"}
}

func causeOf(o pipeline.Origin, err error) cause {
	_, failed := errors.AsType[*pipeline.Failure](err)
	switch {
	case err != nil && !failed:
		return causeMissing
	case o.Carried:
		return causeCarried
	case o.Match == pipeline.MatchStale:
		return causeStale
	case failed:
		return causeFailed
	}
	return causeRecorded
}

// recordPlan is what planner has counted.
type recordPlan struct {
	Calls  []*planRow `json:"calls"`
	Total  planRow    `json:"total"`
	Stops  int        `json:"stops"`  // cases with a call that nothing answers: what follows from it is not known
	Embeds []string   `json:"embeds"` // suites with texts that would be embedded first: what follows is not known
}

// planned returns the calls by suite, stage, model and cause, with what their prompts cost.
func (p *planner) planned() *recordPlan {
	found := &recordPlan{Calls: []*planRow{}, Total: p.total, Stops: p.stops,
		Embeds: slices.AppendSeq([]string{}, maps.Keys(p.embeds))}
	slices.Sort(found.Embeds)
	keys := slices.SortedFunc(maps.Keys(p.rows), func(a, b planKey) int {
		return cmp.Or(cmp.Compare(a.suite, b.suite), cmp.Compare(a.stage, b.stage), cmp.Compare(a.model, b.model),
			cmp.Compare(a.cause, b.cause))
	})
	for i, key := range keys {
		row := p.rows[key]
		row.price(p.suites[key.suite])
		found.Calls = append(found.Calls, row)
		found.Total.pay(row, i == 0)
	}
	return found
}

// price fills in what the prompts cost, if nothing is kept by a cache.
func (r *planRow) price(s *project.Suite) {
	if s.Prices == nil {
		return
	}
	if price, ok := s.Prices.Of(r.Model); ok {
		money := price.Tokens(r.Tokens, 0, 0)
		r.Currency, r.Money = s.Prices.CurrencyName(), &money
	}
}

// pay adds the money of a row to a total, which has none once two rows cannot be added.
func (r *planRow) pay(of *planRow, first bool) {
	switch {
	case first && of.Money != nil:
		money := *of.Money
		r.Money, r.Currency = &money, of.Currency
	case of.Money == nil || of.Currency != r.Currency:
		r.Money, r.Currency = nil, ""
	case r.Money != nil:
		*r.Money += *of.Money
	}
}

// write prints the plan as a table, and what it does not know.
func (p *recordPlan) write(w io.Writer, width int) error {
	var b strings.Builder
	if len(p.Calls) == 0 {
		b.WriteString("no call would be asked\n")
	} else {
		columns := []table.Column{table.Name("suite"), table.Text("stage"), table.Text("model"), table.Text("cause"),
			table.Number("cases"), table.Number("calls"), table.Number("tokens"), table.Number("money")}
		var cells [][]string
		for _, row := range p.Calls {
			cells = append(cells, row.line(row.Suite))
		}
		if err := table.WriteFit(&b, width, columns, append(cells, p.Total.line("total"))); err != nil {
			return err
		}
		b.WriteString("tokens are estimates of prompts; answers are left out\n")
	}
	if p.Stops > 0 {
		fmt.Fprintf(&b, "%s %s at a call that nothing answers: what follows from its answer is not known yet\n",
			wording.Number(p.Stops, "case"), wording.Plural(p.Stops, "stops", "stop"))
	}
	if len(p.Embeds) > 0 {
		fmt.Fprintf(&b, "texts of %s would be embedded first: what follows from them is not known yet\n",
			printable.Line(strings.Join(p.Embeds, ", ")))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line returns the row of the table; name stands first.
func (r *planRow) line(name string) []string {
	money := "–"
	if r.Money != nil {
		money = fmt.Sprintf("%.6f %s", *r.Money, r.Currency)
	}
	return []string{name, r.Stage, r.Model, string(r.Cause), fmt.Sprint(r.Cases), fmt.Sprint(r.Calls),
		wording.Thousands(r.Tokens), money}
}
