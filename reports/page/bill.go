package page

import (
	"github.com/beaver-eval/beaver-eval/reports/cost"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// mostCulprits is how many places the head lists at which prompts stop being like an earlier one.
const mostCulprits = 100

// Bill is what `report cost --format json` prints, but for the last of many places.
type Bill struct {
	cost.Report
	Culprits []cost.Culprit `json:"culprits"`
	More     int            `json:"more"` // places that are not in the list
	Note     string         `json:"note"` // by which rules prompts are kept, a line each
}

// ofBill returns the cost of a run's prompts; nil: nothing was counted.
func ofBill(c *cost.Cost, source func(string) string) *Bill {
	r := c.Report()
	if len(r.Stages) == 0 {
		return nil
	}
	first := r.Culprits[:min(len(r.Culprits), mostCulprits)]
	for i := range first {
		first[i].Source = source(first[i].Source)
	}
	return &Bill{Report: r, Culprits: first, More: len(r.Culprits) - len(first), Note: r.Note()}
}

// Kept is the beginning of a prompt that an earlier call of its stage and case has sent too.
type Kept struct {
	Of     string `json:"of"`     // the path of that call
	Tokens int    `json:"tokens"` // that a cache keeps, estimated
	Most   int    `json:"most"`   // that an earlier call has sent too, wherever
	Why    string `json:"why"`    // it ends: end, text, role, tools or parameters
	At     string `json:"at"`     // where it ends: file, line and section
}

// keptOf returns what a cache with these rules keeps of the prompts of a case, by path; first calls have nothing.
func keptOf(t *trace.Trace, rules bill.Rules) map[string]*Kept {
	of := map[string]*Kept{}
	for _, call := range t.Calls() {
		if p := call.Prefix; p != nil && p.End.Why != "" {
			k := &Kept{Of: p.Of, Tokens: rules.Kept(p), Most: p.Most, Why: p.End.Why}
			if p.End.Why != trace.EndGrew {
				k.At = metric.PlaceOf(&p.End)
			}
			of[call.Path] = k
		}
	}
	return of
}
