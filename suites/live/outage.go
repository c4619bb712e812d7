package live

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// mostUnanswered is how many calls, one behind the other, may get no answer before a run stops.
const mostUnanswered = 5

// Outage notices that the servers of a run are gone. It is told of every call that is sent to them, whichever of them
// it was and whatever the case. Any answer, a part of one that came too late, and a prompt for which there is no room
// show that a server is there.
//
// A call to which nothing came in time may have gone to a slow model, or to no server at all. It is the model's own
// once a server has said anything in this run; until then it is no answer. In a row of unanswered calls it counts
// either way.
type Outage struct {
	mu    sync.Mutex
	heard bool              // a server has said something in this run
	row   int               // of calls without an answer
	last  *pipeline.Failure // of them
}

// StoppedError ends a run whose servers are gone.
type StoppedError struct {
	calls int
	last  *pipeline.Failure // which is not unwrapped: no stage may fall back on it
}

func (e *StoppedError) Error() string {
	return fmt.Sprintf("the server gave no answer to %d calls, one behind the other; the last one: %v", e.calls, e.last)
}

// Stopped returns why nothing is asked any more; nil: the servers are asked. A nil Outage notices nothing.
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

// Cut reports whether one of a case's errors is that nothing was asked any more: the case says nothing of itself.
func Cut(errs []error) bool {
	_, cut := errors.AsType[*StoppedError](errors.Join(errs...))
	return cut
}

// ask lets a server do a call, unless the servers are gone. said reports whether anything of an answer has come.
func (o *Outage) ask(do func() (said bool, err error)) error {
	if gone := o.Stopped(); gone != nil {
		err := errors.Join(gone, &model.NoAnswerError{Failure: gone.last})
		return &pipeline.InputError{What: "nothing is asked any more", Err: err}
	}
	said, err := do()
	if o == nil {
		return err
	}
	return o.note(said, err)
}

// note takes what came of a call, and returns the failure that it is.
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
	} else if o.row < mostUnanswered { // else the run stops, whatever was still under way
		o.row = 0
	}
	o.heard = o.heard || said
	if silent && !o.heard {
		err := fmt.Errorf("no server has said anything yet: %w", f.Err)
		return &pipeline.Failure{Reason: pipeline.Unavailable, Err: err}
	}
	return err
}

// listening tells an Outage of the calls that a model gets.
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

// listeningEmbedder tells it of the texts that an embedder gets.
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
