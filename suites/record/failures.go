package record

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Failed is a call that got a failure in place of an answer.
type Failed struct {
	Path     string
	Failure  *pipeline.Failure
	Recorded bool // else the call has what it had
	Had      bool // an answer
}

// timeout reports whether an answer has not come in time.
func timeout(f *pipeline.Failure) bool { return f.Reason == pipeline.Timeout }

// leaves reports whether a failure is not recorded: a server that is slow once must not take the place of what has been
// answered.
func (r *Recorder) leaves(f *pipeline.Failure) bool { return timeout(f) && !r.KeepTimeouts }

// patient lets a call have what is recorded of it where a server takes too long to answer it anew: the case goes on as
// it will in a replay. A call of which nothing is recorded gets the failure.
type patient struct{ *caseRecorder }

// Chat implements pipeline.Model.
func (p patient) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := p.recorder.Chat(ctx, req)
	f, failed := errors.AsType[*pipeline.Failure](err)
	if !failed || !p.of.leaves(f) {
		return resp, err
	}
	was, wasErr, had := p.recorded.Instead(req)
	p.mu.Lock()
	p.late[req.Path] = Failed{Path: req.Path, Failure: f, Had: had}
	p.mu.Unlock()
	if had {
		return was, wasErr
	}
	return resp, err
}
