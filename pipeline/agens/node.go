package agens

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// visitNode takes a thread through a node and records the visit in it. Its error is the harness's.
func (r *run) visitNode(ctx context.Context, t *thread, share int) error {
	n, ok := r.job.nodes[t.to.Value]
	if !ok {
		t.visited = visited{err: routeError(t.place, reasonInvalidNode, t.to.Value, t.to.Value)}
		return nil
	}
	v := &visit{run: r, thread: t, node: n, rt: t.place.At("node", n.name), left: share}
	defer func() { t.place.After(v.rt.Mark()) }()
	result, err := v.take(ctx)
	t.visited = visited{node: n.name, result: result, step: v.step, spent: share - v.left}
	if failed, ok := errors.AsType[*jobError](err); ok {
		failed.Node, failed.Retries = n.name, v.retries
		t.visited.err = failed
		return nil
	}
	return err
}

// take visits the node: by a sub-job instead of a call, or by asking.
func (v *visit) take(ctx context.Context) (pipeline.Pieces, error) {
	if v.node.Sub != "" {
		return v.takeSub(ctx)
	}
	v.message = v.fields()
	return v.serve(ctx)
}
