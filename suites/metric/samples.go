package metric

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// addSample counts how a sample ended; the case's first sample ends the case before.
func (t *Tally) addSample(r *result.Result, at string) {
	c := t.current
	if c == nil || r.Sample == 0 || c.suite != r.Suite || c.id != r.Case {
		t.settle()
		c = &samples{suite: r.Suite, id: r.Case, at: at}
		t.current = c
	}
	c.all++
	c.apart = c.apart || Quarantines(r)
	switch r.Status {
	case result.StatusError:
		c.lost = true
	case result.StatusOK:
		c.passed++
	case result.StatusFailed:
		where := example{at: at, set: true}
		for _, s := range r.Scores {
			if s.Required && !s.Holds {
				where = example{at: below(at, cmp.Or(s.Path, s.Turn)), reason: s.Reason, set: true}
				break
			}
		}
		c.failed.take(where, false)
	}
	if Finished(r) {
		c.finished++
	}
}

// settle counts the case whose samples were the last ones: it fails if one of them does, and of Cases it is the share
// of its samples that are as expected.
func (t *Tally) settle() {
	c := t.current
	if c == nil {
		return
	}
	t.current = nil
	failed := 0
	if c.failed.set {
		failed = 1
	}
	if c.lost {
		t.errors++
		t.lost.take(example{at: c.at, set: true}, false)
	}
	where := example{at: cmp.Or(c.failed.at, c.at), reason: c.failed.reason}
	if c.apart {
		t.count(Quarantined, failed, where)
		return
	}
	t.count(gateExpectations, failed, where)
	if c.finished > 0 {
		where.value, where.set = float64(c.passed)/float64(c.finished), true
		t.measure(measureKey{metric: Cases}, score.Share).add(where.value, where)
	}
	if t.repeat = max(t.repeat, c.all); c.all > 1 {
		t.addTries(tries{c.finished, c.passed}, 1, where)
	}
	if 0 < c.passed && c.passed < c.finished {
		t.addFlaky(Flaky{c.suite, c.id, c.passed, c.finished})
	}
}

func (t *Tally) addTries(of tries, cases int, first example) {
	a := t.tries[of]
	if a.cases == 0 {
		a.first = first
	}
	a.cases += cases
	t.tries[of] = a
}

func (t *Tally) addFlaky(f Flaky) {
	if t.flakyCases++; len(t.flaky) < maxFlaky {
		t.flaky = append(t.flaky, f)
	}
}

// Flaky returns the first flaky cases, and how many there are.
func (t *Tally) Flaky() (first []Flaky, cases int) {
	t.settle()
	return t.flaky, t.flakyCases
}

func (t *Tally) mergeSamples(o *Tally) {
	t.settle()
	o.settle()
	t.repeat = max(t.repeat, o.repeat)
	for of, a := range o.tries {
		t.addTries(of, a.cases, a.first)
	}
	t.flakyCases += o.flakyCases
	t.flaky = append(t.flaky, o.flaky[:min(len(o.flaky), maxFlaky-len(t.flaky))]...)
}

// passes returns pass@k for each k below the number of samples, and pass^k up to it.
func (t *Tally) passes() []Measure {
	if len(t.tries) == 0 {
		return nil
	}
	byTries := slices.SortedFunc(maps.Keys(t.tries), func(a, b tries) int {
		return cmp.Or(cmp.Compare(a.finished, b.finished), cmp.Compare(a.passed, b.passed))
	})
	var all []Measure
	for k := 1; k <= t.repeat; k++ {
		anyOf := Measure{Name: passAny + strconv.Itoa(k), Unit: score.Share}
		allOf := Measure{Name: passAll + strconv.Itoa(k), Unit: score.Share}
		for _, of := range byTries {
			a := t.tries[of]
			anyOf.addTries(of, a, k, 1-chosen(of.finished-of.passed, of.finished, k))
			allOf.addTries(of, a, k, chosen(of.passed, of.finished, k))
		}
		if k < t.repeat {
			all = append(all, anyOf.closed())
		}
		all = append(all, allOf.closed())
	}
	return all
}

// addTries adds cases with the same tries; with fewer than k of them, nothing is measured.
func (m *Measure) addTries(of tries, a alike, k int, value float64) {
	where := a.first
	where.set = true
	if of.finished < k {
		m.Unmeasured += a.cases
		m.lost.take(where, false)
		return
	}
	where.value = value
	m.Value += value * float64(a.cases)
	m.Scores += a.cases
	m.low.take(where, value < m.low.value)
	m.high.take(where, value > m.high.value)
}
