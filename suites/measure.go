package suites

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Measure is what the scores of one name came to over many cases: the mean of shares, the sum of anything else.
type Measure struct {
	Name       string  `json:"name"` // routing.accuracy, cost.prompt_tokens[router], stale
	Unit       Unit    `json:"unit"`
	Value      float64 `json:"value"`
	Scores     int     `json:"scores"`               // that it is made of
	Unmeasured int     `json:"unmeasured,omitempty"` // scores that could not be measured
	Expected   int     `json:"expected,omitempty"`   // scores that were held against an expectation or a label
	Holding    int     `json:"holding,omitempty"`    // of them: as expected
	Rests      int     `json:"rests,omitempty"`      // scores that rest on other than a model's fresh answers
	Estimate   float64 `json:"estimate,omitempty"`   // of tokens: what Value would be if no model had counted any
	Estimated  int     `json:"estimated,omitempty"`  // scores whose value holds estimates

	low, high, lost spot
	basis           string // what it is made of, where that is a part: 35 of 40 calls
}

// spot is where to look first.
type spot struct {
	at     string // suite/case, and the path of the call
	reason string
	value  float64
	set    bool
}

// take takes another spot, if there is one, and this is none or worse.
func (s *spot) take(other spot, better bool) {
	if other.set && (!s.set || better) {
		*s = other
	}
}

// add keeps the sum in Value until the tally is read.
func (m *Measure) add(value float64, where spot) {
	m.Value += value
	m.Scores++
	m.low.take(where, where.value < m.low.value)
	m.high.take(where, where.value > m.high.value)
}

// closed is the measure with its mean.
func (m *Measure) closed() Measure {
	c := *m
	if c.Unit.Averaged() && c.Scores > 0 {
		c.Value /= float64(c.Scores)
		c.Estimate /= float64(c.Scores)
	}
	return c
}

func (m *Measure) merge(o *Measure) {
	m.Value += o.Value
	m.Scores += o.Scores
	m.Unmeasured += o.Unmeasured
	m.Expected += o.Expected
	m.Holding += o.Holding
	m.Rests += o.Rests
	m.Estimate += o.Estimate
	m.Estimated += o.Estimated
	m.low.take(o.low, o.low.value < m.low.value)
	m.high.take(o.high, o.high.value > m.high.value)
	m.lost.take(o.lost, false)
}

func measureOf(all []Measure, name string) (Measure, bool) {
	if i := slices.IndexFunc(all, func(m Measure) bool { return m.Name == name }); i >= 0 {
		return all[i], true
	}
	stage, _, byReason := strings.Cut(name, ":")
	if byReason && strings.HasPrefix(name, rateName+"[") { // a reason that never came up, of a stage that was asked
		m, found := measureOf(all, stage+"]")
		m.Name, m.Value, m.low, m.high = name, 0, spot{}, spot{}
		return m, found
	}
	return Measure{Name: name}, false
}

// format prints a value of the measure.
func (m Measure) format(value float64, percent bool) string {
	switch {
	case percent:
		return strconv.FormatFloat(math.Round(value*1e5)/1e3, 'f', -1, 64) + "%"
	case m.Unit == Nanos:
		return strconv.FormatFloat(math.Round(value/1e6)/1e3, 'f', -1, 64) + "s"
	}
	return strconv.FormatFloat(math.Round(value*1e6)/1e6, 'f', -1, 64)
}

// String prints the measure's value.
func (m Measure) String() string { return m.format(m.Value, false) }
