package agens

import (
	"context"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// turn is the common state of all jobs of a turn: sub-jobs get the same input.
type turn struct {
	prompts *message.Prompts
	graph   *graph
	reads   reader
	input   pipeline.Pieces
	files   fs.FS
	start   func(ctx context.Context, r *run) (end, error) // runs a job to its end: a node may run one
}

// run is one run of a job.
type run struct {
	*turn
	job   *job
	place *pipeline.Runtime
	left  int // visits

	going   []*thread // threads whose visits have not been applied yet, in the order in which they set out
	waiting []*thread // threads that wait for all others, in the order of arrival
	joins   int
	last    *thread // the last finished thread
}

// end is the result of a run that no error ends.
type end struct {
	result pipeline.Pieces
	ended  bool   // by an instruction; else no thread was left
	at     string // the place of the result
}

// thread passes through the nodes of a job, one after the other.
type thread struct {
	place    *pipeline.Runtime
	to       router.Move     // its next move
	previous pipeline.Pieces // the result of the last visit
	children int
	visited  visited
}

// visited is the result of a visit.
type visited struct {
	node   string // empty: a sub-job of an instruction
	result pipeline.Pieces
	step   router.Step
	spent  int // visits
	err    *jobError
}

func (r *run) event(name string, v map[string]any) {
	v["job_id"] = r.job.id
	r.place.Event(name, v)
}

func (r *run) status(status string) { r.event(eventStatus, map[string]any{"status": status}) }

func places(threads []*thread) []*pipeline.Runtime {
	all := make([]*pipeline.Runtime, len(threads))
	for i, t := range threads {
		all[i] = t.place
	}
	return all
}

// tooManyVisits is the error of a turn that has used up its visits.
func tooManyVisits(at *pipeline.Runtime, node string) *jobError {
	return routeError(at, reasonMaxVisits, node, "limits: visits")
}

// routeError reports why there is no next node. The name in question may be a model's.
func routeError(at *pipeline.Runtime, reason pipeline.Reason, node, detail string) *jobError {
	at.Fallback(pipeline.Fallback{Stage: stageRoute, Reason: reason, Detail: pipeline.ShortName(detail)})
	return &jobError{Reason: reason, Node: pipeline.ShortName(node), at: at.Place()}
}

// fail ends the job with an error.
func (r *run) fail(err *jobError) error {
	r.status(statusError)
	r.event(eventError, map[string]any{"node_id": err.Node, "reason": err.Reason, "retries": err.Retries})
	return err
}

// finish ends the job successfully.
func (r *run) finish(status string) {
	r.status(status)
	r.event(eventComplete, map[string]any{})
}
