package model

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// MissError says that nothing answers a request. It is an error of the case.
type MissError struct {
	Path    string
	Nearest string            // path of the most similar recorded request; empty: there is none
	Want    *pipeline.Request // that recorded request
	Got     pipeline.Request  // masked like Want, where there is one

	Provider pipeline.Source // in whose form an application sent the request; empty: it is of another system
}

// Named implements pipeline.Unnamed.
func (e *MissError) Named(path string) error {
	named := *e
	named.Path, named.Got.Path = path, path
	return &named
}

func (e *MissError) Error() string {
	if e.Nearest == "" {
		return "no answer for this call"
	}
	return fmt.Sprintf("no answer for this call; the nearest recording is %s", e.Nearest)
}

// Nothing answers no request: it ends the chain.
type Nothing struct{}

// Chat implements pipeline.Model.
func (Nothing) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	return pipeline.Response{}, &MissError{Path: req.Path, Got: req}
}
