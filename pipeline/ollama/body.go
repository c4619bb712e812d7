package ollama

import (
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// keepAlive is how long a server keeps an idle model in memory: the other stages of a case may take long.
const keepAlive = 30 * time.Minute

// chatBody returns the bytes of a request: the body from package wire, streamed, and without silent truncation if the
// context is too small.
func chatBody(req pipeline.Request) ([]byte, error) {
	more := map[string]any{"stream": true, "truncate": false, "shift": false, "keep_alive": keepAlive.String()}
	if req.Think != "" {
		more["think"] = thinkValue(req.Think)
	}
	return server.Body(wire.Ollama, req, more)
}

// thinkValue returns a boolean, or the level as a text.
func thinkValue(t pipeline.Think) any {
	if t == "true" || t == "false" {
		return t == "true"
	}
	return t
}
