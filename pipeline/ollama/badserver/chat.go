package badserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Chat asks the server through a real client, which gets answer in the given way.
//
// Without realTime, or without a Timeout, nothing waits: the deadline passes when the server stalls and the client has
// read everything sent. So the result does not depend on a clock or on load. With realTime a stall lasts until the
// client's own deadline, SlowFirstByte half of that, and a busy server is left alone between two tries.
//
// The Response, also beside a *pipeline.Failure, is the client's, but without Origin and with the ids of answer's tool
// calls. Takes is answer.Takes, within the Timeout; of a stall it is the Timeout, of SlowFirstByte half of that more.
// In a tool call's arguments, line breaks between tokens come back as blanks, and surrounding blanks are dropped;
// anything but a JSON object cannot be sent, and comes back as {"_raw":"its text"}.
//
// An error that is no *pipeline.Failure is that of ctx, or says that there is no such way, or that the machine has run
// out of connections.
func (s *Server) Chat(ctx context.Context, way Way, req pipeline.Request, answer pipeline.Response,
	realTime bool) (pipeline.Response, error) {
	if !slices.Contains(Ways(), way) {
		return pipeline.Response{}, fmt.Errorf("broken exchange %q: want one of %q", way, Ways())
	}
	resp, err := s.ask(ctx, way, req, answer, realTime && req.Timeout > 0)
	if errors.Is(err, server.Refused) && way != Refused {
		return pipeline.Response{}, fmt.Errorf("broken exchange %s: this process cannot connect to its own server: "+
			"run less at once, or allow more open files (ulimit -n)", way)
	}
	if _, failed := errors.AsType[*pipeline.Failure](err); err != nil && !failed {
		return pipeline.Response{}, err
	}
	for i := range resp.ToolCalls {
		resp.ToolCalls[i].ID = answer.ToolCalls[i].ID
	}
	if err == nil { // the tokens that a case declares need not match the bytes that stand for its answer
		resp.Usage = answer.Usage
	}
	resp.Origin, resp.Takes = pipeline.Origin{}, way.takes(answer.Takes, req.Timeout)
	return resp, err
}

// ask sends the client's request.
func (s *Server) ask(ctx context.Context, way Way, req pipeline.Request, answer pipeline.Response,
	realTime bool) (pipeline.Response, error) {
	bounded, expire := context.WithCancel(ctx)
	defer expire()
	x := &exchange{script: scriptOf(way, req.Model, answer), expire: expire, next: s.client}
	cfg := server.Config{Transport: x, Pause: -1, Deadline: func(context.Context, time.Duration) (context.Context,
		context.CancelFunc) {
		return bounded, func() {}
	}}
	if realTime {
		cfg.Pause = 0
		if way.stalls() {
			cfg.Deadline, x.expire = nil, func() {}
		}
		if way == SlowFirstByte {
			x.late = req.Timeout / 2
		}
	}
	name := s.begin(x)
	defer s.end(name)
	hosts := s.listener.Addr().String() + "/" + name
	if way == Refused {
		hosts = s.closed.LocalAddr().String()
	}
	client, err := ollama.New(ollama.Config{Hosts: hosts, Config: cfg})
	if err != nil {
		return pipeline.Response{}, err
	}
	req.Timeout = max(req.Timeout, 1) // so that there is a deadline that can pass
	return client.Chat(ctx, req)
}
