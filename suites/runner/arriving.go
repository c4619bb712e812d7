package runner

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// arriving lets requests be answered as they arrive, if the system is an application; nil: it is not.
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
	env.Accepted = sync.OnceValue(func() []pipeline.Request { // each turn needs them
		return Accepted(p.suite.Project().Store(), p.suite.Name, p.c.ID)
	})
	return answers
}

// keptByAll calls each of them, in this order.
type keptByAll []pipeline.Kept

// Keep implements pipeline.Kept.
func (all keptByAll) Keep(req pipeline.Request, resp pipeline.Response, err error) {
	for _, k := range all {
		k.Keep(req, resp, err)
	}
}
