package console

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
)

// BrokenServer is a server in this process that misbehaves on purpose. It starts with the first exchange.
type BrokenServer struct {
	RealTime bool // stalls last their real time

	once   sync.Once
	server *badserver.Server
	err    error
}

// Exchange sends a request to the server, which misbehaves in the given way, and would otherwise return answer.
func (b *BrokenServer) Exchange(
	ctx context.Context, way string, req pipeline.Request, answer pipeline.Response,
) (pipeline.Response, error) {
	b.once.Do(func() { b.server, b.err = badserver.Start() })
	if b.err != nil {
		return pipeline.Response{}, b.err
	}
	return b.server.Chat(ctx, badserver.Way(way), req, answer, b.RealTime)
}

// Close ends the server. No exchange may be in progress.
func (b *BrokenServer) Close() error {
	if b.server == nil {
		return nil
	}
	return b.server.Close()
}
