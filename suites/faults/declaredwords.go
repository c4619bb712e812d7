package faults

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// then checks what must hold for any declaration in words: whatever the failure cannot have changed is unchanged, the
// stage does not go on as if nothing had happened, something that follows shows the failure, and all reasons to which
// the words apply have the same outcome except for the reason's name. It also checks the rest of the declaration.
func (f *Faulted) then(d *pipeline.Declared) string {
	c := f.call
	before := view{but: c.Decision, depth: c.depth}
	in := comparison{got: "in the faulted run", want: "in the intended run"}
	if what := in.first(before.things(f.Ran), before.things(c.of.intended)); what != "" {
		return "something that does not depend on the call has changed: " + what
	}
	if path := c.goesOn(f.Ran); path != "" {
		return "the place continues with " + path
	}
	all := view{but: c.Decision}
	if !c.FailedBefore() && in.first(all.things(f.Ran), all.things(c.of.intended)) == "" {
		return "nothing that follows shows the failure"
	}
	if what := f.besides(d); what != "" {
		return what
	}
	first, ok := c.words[d.Then]
	if !ok {
		c.words[d.Then] = f
		return ""
	}
	return f.alike(first)
}

// alike compares with another failure to which the same words apply, after the same time. Two repaired answers may
// differ: even if both are rejected for one reason, other reports about them need not be the same.
func (f *Faulted) alike(first *Faulted) string {
	c, want := f.call, first.Ran
	if c.of.Policy == pipeline.Mend && f.Reason == first.Reason {
		return ""
	}
	if takes := f.lasted(); takes != first.lasted() {
		want = c.of.planned(plan{Decision: c.Decision, put: first.put, takes: &takes})
	}
	in := comparison{
		got: "for " + string(f.Reason), want: "for " + string(first.Reason),
		plain: strings.NewReplacer(string(f.Reason), "…", string(first.Reason), "…").Replace,
	}
	v := view{but: c.Decision, decided: len(c.Of.Decides) > 0 || c.decides(f.Ran) && c.decides(want)}
	return in.first(v.things(f.Ran), v.things(want))
}

// goesOn returns the first call after the failed requests in their place: of the same stage in a turn, of any stage in
// a place of its own, which has ended with the failure. Empty: none.
func (c *Call) goesOn(ran *runner.Ran) string {
	place, behind := PlaceOf(c.Path), false
	own := strings.Contains(place, "/")
	for _, e := range ran.Log {
		switch {
		case c.ask(e):
			behind = true
		case behind && e.Kind == pipeline.EntryCall && PlaceOf(e.Path) == place && (own || e.Stage == c.Stage):
			return e.Path
		}
	}
	return ""
}
