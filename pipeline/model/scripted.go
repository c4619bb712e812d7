package model

import (
	"context"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Script holds answers that a person wrote. It depends only on its arguments.
type Script interface {
	// Answer returns the answer to the given try at path. key names the entry that the answer comes from; without a key
	// there is no answer. A *pipeline.Failure is a scripted failure.
	Answer(path, stage string, try int) (resp pipeline.Response, key string, err error)
}

// Scripted answers from a Script, whatever the request says, and passes on requests without a scripted answer. A retry
// (…#2) without an answer of its own gets that of the first try if the two requests are equal.
type Scripted struct {
	Script Script
	Match  pipeline.Match // marks the answers; empty for a case's own
	Next   pipeline.Model

	mu    sync.Mutex
	first map[string]pipeline.Request // the first request of each decision, by path
}

// Chat implements pipeline.Model.
func (s *Scripted) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, key, err := s.Script.Answer(req.Path, req.Stage, req.Try)
	if first, same := s.asBefore(req); key == "" && same {
		resp, key, err = s.Script.Answer(first, req.Stage, 1)
	}
	if key == "" {
		return s.Next.Chat(ctx, req)
	}
	resp.Origin = pipeline.Origin{Source: pipeline.SourceScripted, Match: s.Match}
	return resp, err
}

// asBefore reports whether req repeats the first request exactly, and returns that one's path.
func (s *Scripted) asBefore(req pipeline.Request) (path string, same bool) {
	path, _, again := strings.Cut(req.Path, "#")
	s.mu.Lock()
	first, known := s.first[path]
	if !again {
		if s.first == nil {
			s.first = map[string]pipeline.Request{}
		}
		s.first[path] = req
	}
	s.mu.Unlock()
	return path, again && known && Digest(first) == Digest(req)
}
