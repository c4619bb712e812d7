package malformed

import "github.com/beaver-eval/beaver-eval/pipeline"

// Report is what a file of vectors came to. Its JSON is what `faults --vectors FILE --format json` prints.
type Report struct {
	Vectors       int                         `json:"vectors"` // those measured
	Skipped       int                         `json:"skipped"` // those of which libraries expect different values
	Policies      map[pipeline.Policy]*Result `json:"policies"`
	Disagreements []Disagreement              `json:"disagreements"` // in the order of the file
}

// Result is what one policy came to. Vectors that expect neither an object nor an array are counted in Scalars alone:
// no policy looks for such a value within a text.
type Result struct {
	Tally
	Scalars Tally `json:"scalars"`
}

// Tally counts vectors, all and by what is said of them.
type Tally struct {
	Counts
	BySource   map[string]*Counts `json:"by_source"`
	ByContract map[string]*Counts `json:"by_contract"`
	ByKind     map[string]*Counts `json:"by_kind"`
}

// Counts are the outcomes of vectors. Each has one.
type Counts struct {
	Right   int `json:"right"`   // the expected value, or none where the text must fail
	Wrong   int `json:"wrong"`   // another value, or any where the text must fail
	Refused int `json:"refused"` // no value, where one is expected
	Panics  int `json:"panics"`
}

// Total is the number of vectors.
func (c Counts) Total() int { return c.Right + c.Wrong + c.Refused + c.Panics }

// Panics is the number of panics under all policies.
func (r *Report) Panics() int {
	n := 0
	for _, result := range r.Policies {
		n += result.Panics + result.Scalars.Panics
	}
	return n
}

func newTally() Tally {
	return Tally{BySource: map[string]*Counts{}, ByContract: map[string]*Counts{}, ByKind: map[string]*Counts{}}
}

func (t *Tally) add(v vector, o outcome) {
	t.Counts.add(o)
	for _, by := range []struct {
		counts map[string]*Counts
		key    string
	}{{t.BySource, v.source}, {t.ByContract, v.contract}, {t.ByKind, v.kind}} {
		if by.counts[by.key] == nil {
			by.counts[by.key] = &Counts{}
		}
		by.counts[by.key].add(o)
	}
}

func (c *Counts) add(o outcome) {
	switch o {
	case right:
		c.Right++
	case wrong:
		c.Wrong++
	case refused:
		c.Refused++
	case panicked:
		c.Panics++
	}
}
