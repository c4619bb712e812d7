package live

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// mostUnanswered is how many calls in a row may get no answer before a run stops.
const mostUnanswered = 5

// Outage detects that the servers of a run are gone. It sees every call sent to any of them, in any case. Any answer, a
// part of one that came too late, or a prompt that is too long shows that a server is there.
//
// A call that timed out without any output may have gone to a slow model, or to no server. Once a server has responded
// in this run, it counts as the model's timeout; until then, as no answer. In a row of unanswered calls it counts
// either way.
type Outage struct {
	mu    sync.Mutex
	heard bool              // a server has responded in this run
	row   int               // of calls without an answer
	last  *pipeline.Failure // of them
}

// StoppedError is the error of a run whose servers are gone.
type StoppedError struct {
	calls int
	last  *pipeline.Failure // which is not unwrapped: no stage may fall back on it
}

func (e *StoppedError) Error() string {
	return fmt.Sprintf("the server gave no answer to %d calls in a row; the last one: %v", e.calls, e.last)
}

// Stopped returns why calls have stopped; nil: they have not. A nil Outage detects nothing.
func (o *Outage) Stopped() *StoppedError {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.row < mostUnanswered {
		return nil
	}
	return &StoppedError{o.row, o.last}
}

// Cut reports whether a case ended because the run had stopped: such an error says nothing about the case.
func Cut(errs []error) bool {
	_, cut := errors.AsType[*StoppedError](errors.Join(errs...))
	return cut
}

// ask makes a call unless the servers are gone. said reports whether any part of an answer arrived.
func (o *Outage) ask(do func() (said bool, err error)) error {
	if gone := o.Stopped(); gone != nil {
		err := errors.Join(gone, &model.NoAnswerError{Failure: gone.last})
		return &pipeline.InputError{What: "no more calls are asked", Err: err}
	}
	said, err := do()
	if o == nil {
		return err
	}
	return o.note(said, err)
}

// note records the outcome of a call and returns its failure.
func (o *Outage) note(said bool, err error) error {
	f, failed := errors.AsType[*pipeline.Failure](err)
	if err != nil && !failed {
		return err // the end of the run
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	silent := failed && f.Reason == pipeline.Timeout && !said
	if failed && (f.Unanswered() || silent) {
		o.row, o.last = o.row+1, f
	} else if o.row < mostUnanswered { // else the run stops, whatever else is in progress
		o.row = 0
	}
	o.heard = o.heard || said
	if silent && !o.heard {
		err := fmt.Errorf("no server has answered yet: %w", f.Err)
		return &pipeline.Failure{Reason: pipeline.Unavailable, Err: err}
	}
	return err
}

// listening reports a model's calls to an Outage.
type listening struct {
	pipeline.Model
	outage *Outage
}

// Chat implements pipeline.Model.
func (l listening) Chat(ctx context.Context, req pipeline.Request) (resp pipeline.Response, err error) {
	err = l.outage.ask(func() (said bool, err error) {
		resp, err = l.Model.Chat(ctx, req)
		f, failed := errors.AsType[*pipeline.Failure](err)
		said = err == nil || resp.Content+resp.Reasoning != "" || len(resp.ToolCalls) > 0
		return said || failed && f.Reason == pipeline.Overflow, err
	})
	return resp, err
}

// listeningEmbedder reports an embedder's calls to an Outage.
type listeningEmbedder struct {
	pipeline.Embedder
	outage *Outage
}

// Embed implements pipeline.Embedder.
func (l listeningEmbedder) Embed(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	err = l.outage.ask(func() (said bool, err error) {
		vectors, err = l.Embedder.Embed(ctx, texts)
		return err == nil, err
	})
	return vectors, err
}
