// Package cost shows what the prompts of a run cost: how much of each an earlier call has sent too, so that a
// provider's cache can keep it, and which texts break that off.
package cost

import (
	"cmp"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// mostCulprits is how many culprits are kept apart: names of sections are any texts.
const mostCulprits = 10_000

// Cost collects the cost of a run's prompts. Its size does not grow with the number of cases.
type Cost struct {
	rules    bill.Rules
	given    bool                        // the rules are not those of the suites' prices
	prices   map[string]*score.PriceList // by suite
	stages   map[stageKey]*Stage
	culprits map[culpritKey]*Culprit
	unknown  int // calls of which a run of an older version says nothing
}

type stageKey struct{ system, stage string }

type culpritKey struct {
	system, stage string
	source        pipeline.TextSource
	line          int
	section, why  string
}

// New returns a collector. provider names the rules of a cache; empty: those of each suite's prices.
func New(provider string, prices map[string]*score.PriceList) *Cost {
	return &Cost{
		rules: bill.RulesOf(provider), given: provider != "", prices: prices,
		stages: map[stageKey]*Stage{}, culprits: map[culpritKey]*Culprit{},
	}
}

// Stage is what the prompts of one stage cost. Tokens are estimates.
type Stage struct {
	System   string   `json:"system"`
	Stage    string   `json:"stage"`
	Calls    int      `json:"calls"`
	Again    int      `json:"again"`    // calls that have an earlier one of this stage in their case
	Share    *float64 `json:"share"`    // of the tokens of these: kept by the cache; null: there are none
	Ceiling  *float64 `json:"ceiling"`  // of the tokens of these: an earlier call has sent them too, wherever
	Breaks   int      `json:"breaks"`   // calls of these in which something changed before the end
	Tokens   int      `json:"tokens"`   // of all prompts
	Uncached int      `json:"uncached"` // of them not kept by the cache
	Money    *float64 `json:"money"`    // of all prompts, without answers; null: not every call has a price

	again, kept, most int // tokens of calls that have an earlier one
	money             float64
	unpriced          int
}

// Culprit is a place at which prompts of a stage stop being like an earlier one.
type Culprit struct {
	Source      string `json:"source"` // the file of a template or skill; else what the text there is from
	Line        int    `json:"line"`   // 0: unknown
	Section     string `json:"section"`
	System      string `json:"system"`
	Stage       string `json:"stage"`
	Why         string `json:"why"`
	Text        string `json:"text"` // what differs: case, answer, tool, code, template, …
	Calls       int    `json:"calls"`
	BytesBefore int    `json:"bytes_before"` // of these calls together: in common
	BytesBehind int    `json:"bytes_behind"` // sent anew
	CallsLast   int    `json:"calls_if_last"`
	TokensLast  int    `json:"tokens_if_last"` // that would be kept too if the section stood last
}

// Report is what Cost has collected.
type Report struct {
	Provider string    `json:"provider"`
	Stages   []Stage   `json:"stages"`
	Total    Stage     `json:"total"`
	Culprits []Culprit `json:"culprits"`
	Unknown  int       `json:"unknown"` // calls of which a run of an older version says nothing
}

// Case adds the calls of one more case.
func (c *Cost) Case(r *rows.Case) {
	if r.Trace == nil {
		return
	}
	prices := c.prices[r.Suite]
	rules := c.rules
	if !c.given {
		rules = prices.Rules()
	}
	for s := range r.Trace.Own() {
		if s.Call == nil {
			continue
		}
		if s.Call.Prefix == nil {
			c.unknown++
			continue
		}
		stage := c.stage(stageKey{r.System, s.Call.Stage})
		stage.add(s.Call, rules, prices)
		if rules.Broken(s.Call.Prefix) {
			c.culprit(r.System, s.Call)
		}
	}
}

func (c *Cost) stage(key stageKey) *Stage {
	s := c.stages[key]
	if s == nil {
		s = &Stage{System: key.system, Stage: key.stage}
		c.stages[key] = s
	}
	return s
}

func (s *Stage) add(call *trace.Call, rules bill.Rules, prices *score.PriceList) {
	kept := rules.Kept(call.Prefix)
	s.Calls++
	s.Tokens += call.Estimates.Prompt
	s.Uncached += call.Estimates.Prompt - kept
	if p := call.Prefix; p.End.Why != "" {
		s.Again++
		s.again += call.Estimates.Prompt
		s.kept += kept
		s.most += p.Most
		if rules.Broken(p) {
			s.Breaks++
		}
	}
	price, ok := score.Price{}, false
	if prices != nil {
		price, ok = prices.Of(cmp.Or(call.Origin.Model, call.Request.Model))
	}
	if !ok {
		s.unpriced++
		return
	}
	s.money += price.Tokens(call.Estimates.Prompt, kept, 0)
}

func (s *Stage) merge(o *Stage) {
	s.Calls, s.Again, s.Breaks = s.Calls+o.Calls, s.Again+o.Again, s.Breaks+o.Breaks
	s.Tokens, s.Uncached = s.Tokens+o.Tokens, s.Uncached+o.Uncached
	s.again, s.kept, s.most = s.again+o.again, s.kept+o.kept, s.most+o.most
	s.money, s.unpriced = s.money+o.money, s.unpriced+o.unpriced
}

// closed returns the stage with its shares.
func (s *Stage) closed() Stage {
	c := *s
	if s.again > 0 {
		share, ceiling := score.Ratio(s.kept, s.again), score.Ratio(s.most, s.again)
		c.Share, c.Ceiling = &share, &ceiling
	}
	if s.Calls > 0 && s.unpriced == 0 {
		c.Money = &c.money
	}
	return c
}

func (c *Cost) culprit(system string, call *trace.Call) {
	end := &call.Prefix.End
	key := culpritKey{system, call.Stage, end.Source, end.Line, end.Section, end.Why}
	switch end.Source.Kind {
	case pipeline.TextCase, pipeline.TextAnswer, pipeline.TextTool: // each has a name of its own
		key.source.Name = ""
	}
	of := c.culprits[key]
	if of == nil {
		if len(c.culprits) == mostCulprits {
			return
		}
		named := *end
		named.Source, named.Section = key.source, ""
		of = &Culprit{
			Source: cmp.Or(key.source.Path, key.source.Name, metric.PlaceOf(&named)), Line: end.Line,
			Section: end.Section, System: system, Stage: call.Stage, Why: end.Why, Text: string(end.Text),
		}
		c.culprits[key] = of
	}
	p := call.Prefix
	of.Calls++
	of.BytesBefore += p.Bytes
	of.BytesBehind += p.Prompt - p.Bytes
	if p.Last > p.Tokens {
		of.CallsLast++
		of.TokensLast += p.Last - p.Tokens
	}
}

// Report returns what was collected: stages by system and name; culprits by what moving them to the end would keep,
// then by what is sent anew behind them.
func (c *Cost) Report() Report {
	r := Report{Provider: c.rules.Provider, Stages: []Stage{}, Culprits: []Culprit{}, Unknown: c.unknown}
	if !c.given {
		r.Provider = ""
	}
	keys := slices.SortedFunc(maps.Keys(c.stages), func(a, b stageKey) int {
		return cmp.Or(cmp.Compare(a.system, b.system), cmp.Compare(a.stage, b.stage))
	})
	var total Stage
	for _, key := range keys {
		r.Stages = append(r.Stages, c.stages[key].closed())
		total.merge(c.stages[key])
	}
	r.Total = total.closed()
	for _, of := range c.culprits {
		r.Culprits = append(r.Culprits, *of)
	}
	slices.SortFunc(r.Culprits, func(a, b Culprit) int {
		return cmp.Or(cmp.Compare(b.TokensLast, a.TokensLast), cmp.Compare(b.BytesBehind, a.BytesBehind),
			cmp.Compare(a.System, b.System), cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Source, b.Source),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Why, b.Why))
	})
	return r
}
