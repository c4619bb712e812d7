package runner

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// arriving has requests answered as they arrive, where the system is somebody else's program; nil: it is not.
func (p *Prepared) arriving(env *pipeline.Env, kept pipeline.Kept, v *Variant) *ArrivingAnswers {
	if !p.suite.IsApplication() {
		return nil
	}
	answers := NewArrivingAnswers(p.c, p.suite.Otherwise, p.rec)
	env.Arrivals, env.Kept, env.TurnLimit = answers, kept, v.TurnLimit
	if v.Arrivals != nil {
		env.Arrivals = v.Arrivals(answers)
	}
	env.Mask = func(req pipeline.Request) pipeline.Request { return model.Masked(p.suite.Masker(), req) }
	env.Accepted = sync.OnceValue(func() []pipeline.Request { // each turn asks
		return Accepted(p.suite.Project().Store(), p.suite.Name, p.c.ID)
	})
	return answers
}

// keptByAll tells all of them, in this order.
type keptByAll []pipeline.Kept

// Keep implements pipeline.Kept.
func (all keptByAll) Keep(req pipeline.Request, resp pipeline.Response, err error) {
	for _, k := range all {
		k.Keep(req, resp, err)
	}
}
