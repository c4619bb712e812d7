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
		suites: map[string]*project.Suite{}, stopped: map[filter.CaseName]bool{}, embeds: map[string]bool{},
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
		if p.expected(r) {
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
	return console.Fault(p.write(a.Stdout, a.Columns(a.Stdout.W)))
}

// planner counts the calls that live.Recorder would ask. It implements runner.Answerer.
type planner struct {
	choice   live.Choice
	name     string // of the model for all stages; empty: as the suite says
	allCalls bool

	mu      sync.Mutex // cases run concurrently
	rows    map[planKey]*planRow
	suites  map[string]*project.Suite
	stopped map[filter.CaseName]bool // cases with a call that has no answer
	embeds  map[string]bool          // suites with texts that have no vectors
}

type planKey struct {
	suite, stage, model string
	cause               cause
}

// planRow counts calls. Tokens are estimates of their prompts.
type planRow struct {
	cases    map[string]bool
	calls    int
	tokens   int
	money    float64
	currency string // of money; empty: not every call has a price
}

// Begin implements runner.Answerer.
func (p *planner) Begin(b runner.Beginning) (runner.Answers, error) {
	r := &live.Recorder{Choice: p.choice, Name: p.name, AllCalls: p.allCalls, Model: &planned{p, b}}
	return r.Begin(b)
}

// embed notes that texts of a suite would be embedded.
func (p *planner) embed(s *project.Suite) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.embeds[s.Name] = true
}

// expected reports whether a case has no error, or only ended at what it lacks.
func (p *planner) expected(r *result.Result) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(r.Errors) == 0 || p.stopped[filter.CaseName{Suite: r.Suite, ID: r.Case}] || p.embeds[r.Suite]
}

// planned stands in for a server: it counts the calls of a case, and answers as the recording does, so that the case
// goes on.
type planned struct {
	of *planner
	runner.Beginning
}

// Chat implements pipeline.Model.
func (p *planned) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	replay := model.NewReplay(cmp.Or(p.Recording, &model.Recording{}), 1, nobody{})
	replay.Mask = p.Suite.Masker()
	resp, err := replay.Chat(ctx, req)
	p.of.add(p.Suite, p.Case.ID, &req, causeOf(resp.Origin, err))
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

// add counts a call.
func (p *planner) add(s *project.Suite, id string, req *pipeline.Request, why cause) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := planKey{s.Name, req.Stage, req.Model, why}
	row := p.rows[key]
	if row == nil {
		row = &planRow{cases: map[string]bool{}}
		p.rows[key] = row
	}
	row.calls++
	row.tokens += req.EstimatedTokens()
	row.cases[s.Name+"/"+id] = true
	if why == causeMissing {
		p.stopped[filter.CaseName{Suite: s.Name, ID: id}] = true
	}
}

// write prints the plan as a table, and what it does not know.
func (p *planner) write(w io.Writer, width int) error {
	keys := slices.SortedFunc(maps.Keys(p.rows), func(a, b planKey) int {
		return cmp.Or(cmp.Compare(a.suite, b.suite), cmp.Compare(a.stage, b.stage), cmp.Compare(a.model, b.model),
			cmp.Compare(a.cause, b.cause))
	})
	total := &planRow{cases: map[string]bool{}}
	var cells [][]string
	for _, key := range keys {
		row := p.rows[key]
		row.price(p.suites[key.suite], key.model)
		total.merge(row)
		cells = append(cells, row.line(key.suite, key.stage, key.model, string(key.cause)))
	}
	var b strings.Builder
	if len(cells) == 0 {
		b.WriteString("no call would be asked\n")
	} else {
		columns := []table.Column{table.Name("suite"), table.Text("stage"), table.Text("model"), table.Text("cause"),
			table.Number("cases"), table.Number("calls"), table.Number("tokens"), table.Number("money")}
		if err := table.WriteFit(&b, width, columns, append(cells, total.line("total", "", "", ""))); err != nil {
			return err
		}
		b.WriteString("tokens are estimates of prompts; answers are left out\n")
	}
	if n := len(p.stopped); n > 0 {
		fmt.Fprintf(&b, "%s %s at a call that nothing answers: what follows from its answer is not known yet\n",
			wording.Number(n, "case"), wording.Plural(n, "stops", "stop"))
	}
	if len(p.embeds) > 0 {
		fmt.Fprintf(&b, "texts of %s would be embedded first: what follows from them is not known yet\n",
			printable.Line(strings.Join(slices.Sorted(maps.Keys(p.embeds)), ", ")))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// merge adds the calls of another row.
func (r *planRow) merge(o *planRow) {
	if r.calls == 0 {
		r.currency = o.currency
	} else if r.currency != o.currency {
		r.currency = ""
	}
	r.calls, r.tokens, r.money = r.calls+o.calls, r.tokens+o.tokens, r.money+o.money
	for id := range o.cases {
		r.cases[id] = true
	}
}

// price fills in what the prompts cost, if nothing is kept by a cache.
func (r *planRow) price(s *project.Suite, model string) {
	if s.Prices == nil {
		return
	}
	if price, ok := s.Prices.Of(model); ok {
		r.currency, r.money = s.Prices.CurrencyName(), price.Tokens(r.tokens, 0, 0)
	}
}

// line returns the row of the table.
func (r *planRow) line(suite, stage, model, why string) []string {
	money := "–"
	if r.currency != "" {
		money = fmt.Sprintf("%.6f %s", r.money, r.currency)
	}
	return []string{suite, stage, model, why, fmt.Sprint(len(r.cases)), fmt.Sprint(r.calls),
		wording.Thousands(r.tokens), money}
}
