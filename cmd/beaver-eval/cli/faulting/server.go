package faulting

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type server struct{}

func newServer(realTime bool) (*server, error) { return &server{}, nil }
func (s *server) Close() error                 { return nil }
func (s *server) Exchange(ctx context.Context, way string, req pipeline.Request, answer pipeline.Response) (pipeline.Response, error) {
	return pipeline.Response{}, errors.New("no server yet")
}

func (a *app) vectors(ctx context.Context, o options) error { return errors.New("not yet") }
