package metric

// The metrics of cases that ran several times, before the number k of tries: at least one of k passes, or each of k.
const (
	passAny = "pass@"
	passAll = "pass^"
)

// Flaky is a case of which some samples are as expected and others fail.
type Flaky struct {
	Suite  string `json:"suite"`
	Case   string `json:"case"`
	Passed int    `json:"passed"`
	Of     int    `json:"of"` // finished samples
}

// maxFlaky is how many flaky cases are named.
const maxFlaky = 1000

// samples is what the samples of one case have shown so far. A case that runs once has one.
type samples struct {
	suite, id string
	at        string
	all       int
	finished  int
	passed    int
	apart     bool    // the case is in quarantine
	lost      bool    // one did not finish
	failed    example // the first one that failed
}

// tries says how often a case ran to its end, and how often it was then as expected.
type tries struct{ finished, passed int }

// alike counts the cases with the same tries.
type alike struct {
	cases int
	first example
}

// chosen returns C(some, k) / C(all, k): the probability that k tries drawn from all of them are all among some. It is
// a product, since the binomials themselves are too large for a float.
func chosen(some, all, k int) float64 {
	p := 1.0
	for i := range k {
		p *= float64(max(0, some-i)) / float64(all-i)
	}
	return p
}
