package faults

import "github.com/beaver-eval/beaver-eval/pipeline"

// MalformedReport is the outcome of a file of vectors. Its JSON is what `faults --vectors FILE --format json` prints.
type MalformedReport struct {
	Vectors       int                                  `json:"vectors"` // those measured
	Skipped       int                                  `json:"skipped"` // those with different expected values
	Policies      map[pipeline.Policy]*MalformedResult `json:"policies"`
	Disagreements []Disagreement                       `json:"disagreements"` // in the order of the file
}

// MalformedResult is the outcome of one policy. Vectors that expect neither an object nor an array are counted in
// Scalars only: no policy looks for such a value within a text.
type MalformedResult struct {
	MalformedTally
	Scalars MalformedTally `json:"scalars"`
}

// MalformedTally counts vectors, in total and by outcome.
type MalformedTally struct {
	MalformedCounts
	BySource   map[string]*MalformedCounts `json:"by_source"`
	ByContract map[string]*MalformedCounts `json:"by_contract"`
	ByKind     map[string]*MalformedCounts `json:"by_kind"`
}

// MalformedCounts counts vectors by outcome. Each has exactly one.
type MalformedCounts struct {
	Right   int `json:"right"`   // the expected value, or none where the text must fail
	Wrong   int `json:"wrong"`   // another value, or any where the text must fail
	Refused int `json:"refused"` // no value, though one is expected
	Panics  int `json:"panics"`
}

// Total returns the number of vectors.
func (c MalformedCounts) Total() int { return c.Right + c.Wrong + c.Refused + c.Panics }

// Panics returns the number of panics under all policies.
func (r *MalformedReport) Panics() int {
	n := 0
	for _, result := range r.Policies {
		n += result.Panics + result.Scalars.Panics
	}
	return n
}

func newTally() MalformedTally {
	return MalformedTally{BySource: map[string]*MalformedCounts{}, ByContract: map[string]*MalformedCounts{},
		ByKind: map[string]*MalformedCounts{}}
}

func (t *MalformedTally) add(v vector, o malformedOutcome) {
	t.MalformedCounts.add(o)
	for _, by := range []struct {
		counts map[string]*MalformedCounts
		key    string
	}{{t.BySource, v.source}, {t.ByContract, v.contract}, {t.ByKind, v.kind}} {
		if by.counts[by.key] == nil {
			by.counts[by.key] = &MalformedCounts{}
		}
		by.counts[by.key].add(o)
	}
}

func (c *MalformedCounts) add(o malformedOutcome) {
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
