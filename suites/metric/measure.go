// Package metric aggregates the scores of many cases and evaluates gates on the results, in memory that does not grow
// with the number of cases.
package metric

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Measure aggregates the scores of one name over many cases: the mean of shares, the sum of anything else.
type Measure struct {
	Name       string      `json:"name"` // routing.accuracy, cost.prompt_tokens[router], stale
	Unit       score.Unit  `json:"unit"`
	Value      float64     `json:"value"`
	Figure     bool        `json:"figure,omitempty"`     // of a system: pipeline.Figure
	Scores     int         `json:"scores"`               // that it is made of
	Unmeasured int         `json:"unmeasured,omitempty"` // scores that could not be measured
	Expected   int         `json:"expected,omitempty"`   // scores compared with an expectation or a label
	Holding    int         `json:"holding,omitempty"`    // of them: as expected
	Provenance int         `json:"rests,omitempty"`      // scores that rest on other than a model's fresh answers
	Estimate   float64     `json:"estimate,omitempty"`   // of tokens: what Value would be if no model had counted any
	Estimated  int         `json:"estimated,omitempty"`  // scores whose value holds estimates
	Interval   *[2]float64 `json:"interval,omitempty"`   // of the agreement with people: Wilson's, of 95%

	of              float64 // of a figure that is averaged: the sum of the wholes; 0: each score is one
	low, high, lost example
	forms           int    // of the unaccepted prompts: those that are requests in wire forms
	basis           string // its basis, if partial: 35 of 40 calls
}

// example is the place to look at first.
type example struct {
	at     string // suite/case, and the path of the call
	reason string
	value  float64
	set    bool
}

// take replaces the example by another one, if there is one, and this is none or worse.
func (s *example) take(other example, better bool) {
	if other.set && (!s.set || better) {
		*s = other
	}
}

// add keeps the sum in Value until the tally is read.
func (m *Measure) add(value float64, where example) {
	m.Value += value
	m.Scores++
	m.low.take(where, where.value < m.low.value)
	m.high.take(where, where.value > m.high.value)
}

// closed returns the measure with its mean.
func (m *Measure) closed() Measure {
	c := *m
	if of := cmp.Or(c.of, float64(c.Scores)); c.Unit.Averaged() && of > 0 {
		c.Value /= of
		c.Estimate /= of
	}
	if strings.HasPrefix(c.Name, score.Agreement+"[") && c.Scores > 0 {
		c = c.labelled(c.Holding, c.Scores)
	}
	if c.forms > 0 {
		c.basis = wording.Number(c.forms, "form")
		if prompts := int(c.Value) - c.forms; prompts > 0 {
			c.basis = wording.Number(prompts, "prompt") + " and " + c.basis
		}
	}
	return c
}

// labelled returns a share, k of n labels, with Wilson's interval.
func (m Measure) labelled(k, n int) Measure {
	i := paired.Wilson(k, n)
	m.Interval = &[2]float64{i.Low, i.High}
	m.basis = fmt.Sprintf("%s, 95%% %.3f…%.3f", wording.Number(n, "label"), i.Low, i.High)
	return m
}

func (m *Measure) merge(o *Measure) {
	m.Value += o.Value
	m.of += o.of
	m.Scores += o.Scores
	m.Unmeasured += o.Unmeasured
	m.Expected += o.Expected
	m.Holding += o.Holding
	m.Provenance += o.Provenance
	m.Estimate += o.Estimate
	m.Estimated += o.Estimated
	m.forms += o.forms
	m.low.take(o.low, o.low.value < m.low.value)
	m.high.take(o.high, o.high.value > m.high.value)
	m.lost.take(o.lost, false)
}

// format prints a value of the measure, with more extra digits than usual.
func (m Measure) format(value float64, percent bool, more int) string {
	switch {
	case percent:
		return decimals(100*value, 3+more) + "%"
	case m.Unit == score.Nanos:
		return decimals(value/1e9, 3+more) + "s"
	}
	return decimals(value, 6+more)
}

// apart prints two values of the measure with enough digits to differ.
func (m Measure) apart(a, b float64, percent bool) (string, string) {
	const most = 9 // digits that round leaves
	more := 0
	for round(a) != round(b) && more < most && m.format(a, percent, more) == m.format(b, percent, more) {
		more++
	}
	return m.format(a, percent, more), m.format(b, percent, more)
}

// decimals prints a number with at most so many decimal places.
func decimals(value float64, digits int) string {
	scale := math.Pow10(digits)
	return strconv.FormatFloat(math.Round(value*scale)/scale, 'f', -1, 64)
}

// String prints the measure's value.
func (m Measure) String() string { return m.format(m.Value, false, 0) }

// measured reports whether the measure has any score, even one that could not be measured.
func (m Measure) measured() bool { return m.Scores+m.Unmeasured > 0 }

// Sums adds up the measures that are sums, by name. A mean over suites is meaningless: each suite has its own.
func Sums(all ...[]Measure) []Measure {
	var sums []Measure
	for _, measures := range all {
		for _, m := range measures {
			if m.Unit.Averaged() {
				continue
			}
			if i := slices.IndexFunc(sums, func(s Measure) bool { return s.Name == m.Name }); i >= 0 {
				sums[i].merge(&m)
				continue
			}
			sums = append(sums, m)
		}
	}
	return sums
}

// round removes rounding errors: 1.1 - 1 is 0.1.
func round(value float64) float64 { return math.Round(value*1e9) / 1e9 }
