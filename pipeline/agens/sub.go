package agens

import (
	"cmp"
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// below runs a sub-job in a place of its own and counts its visits. It gets the same input, and nothing else of the
// parent job (G7).
func (r *run) below(ctx context.Context, above *pipeline.Runtime, id string, left *int) (end, error) {
	config, ok := r.graph.subs[id]
	switch {
	case !ok:
		return end{}, routeError(above, reasonJobNotLoaded, "", id)
	case *left == 0:
		return end{}, tooManyVisits(above, "")
	}
	at := above.At("sub", id)
	sub := &run{turn: r.turn, job: config, place: at, left: *left}
	got, err := r.start(ctx, sub)
	*left = sub.left
	above.After(at.Mark())
	return got, err
}

// runSub runs the sub-job of an instruction. Its result is the thread's, which is then done; if an instruction ended
// the sub-job, this one ends too (G7).
func (r *run) runSub(ctx context.Context, t *thread, share int) error {
	left := share - 1
	from := t.visited.node
	got, err := r.below(ctx, t.place, t.to.Value, &left)
	t.visited = visited{node: from, result: got.result, step: router.Step{End: got.ended}, spent: share - left}
	if failed, ok := errors.AsType[*jobError](err); ok {
		failed.Node = cmp.Or(failed.Node, from)
		t.visited.err = failed
		return nil
	}
	return err
}

// takeSub runs the node's sub-job instead of a call. The node's result is that of the sub-job, and each of its outputs
// exists and is null (G7).
func (v *visit) takeSub(ctx context.Context) (pipeline.Pieces, error) {
	outputs := map[string]any{}
	for _, o := range v.node.Outputs {
		outputs[o.Key] = nil
	}
	for {
		if err := v.begin(); err != nil {
			return nil, err
		}
		got, err := v.below(ctx, v.rt, v.node.Sub, &v.left)
		if err != nil {
			return nil, err
		}
		v.routes(nil, outputs)
		v.results(got.result.String(), outputs)
		if !v.step.Retry {
			v.rt.Decided(stageRoute, decided(v.step, v.next))
			return got.result, nil
		}
		if v.retries >= v.job.maxRetries {
			return nil, routeError(v.rt, reasonMaxRetries, v.node.name, "")
		}
		v.retried(v.why(), got.result.String())
	}
}
