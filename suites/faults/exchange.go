package faults

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Exchange asks a server that behaves in a way, and would say answer if it did well.
type Exchange func(
	ctx context.Context, way string, req pipeline.Request, answer pipeline.Response,
) (pipeline.Response, error)
