package model

import (
	"context"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Named gives tool calls without an id the id that a scripted answer's would have.
type Named struct{ pipeline.Model }

// Chat implements pipeline.Model.
func (m Named) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := m.Model.Chat(ctx, req)
	for i := range resp.ToolCalls {
		resp.ToolCalls[i].ID = pipeline.CallID(req.Path + "/tool-" + strconv.Itoa(i+1))
	}
	return resp, err
}
