package ollama

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// keepAlive is how long a server keeps a model in memory that nobody asks: the other stages of a case may take long.
const keepAlive = 30 * time.Minute

// chatBody is what a request is to the byte when it is sent: what package wire says, as a stream, and no message and no
// part of an answer dropped in silence where the context is too small.
func chatBody(req pipeline.Request) ([]byte, error) {
	if textOf(req) > maxRequest { // else a request that never leaves would be in memory several times
		return nil, RequestTooLarge
	}
	compact, err := wire.Compact(wire.Ollama, req)
	if err != nil {
		return nil, err
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(compact, &body); err != nil {
		return nil, err
	}
	body["stream"] = json.RawMessage("true")
	body["truncate"] = json.RawMessage("false")
	body["shift"] = json.RawMessage("false")
	body["keep_alive"] = json.RawMessage(strconv.Quote(keepAlive.String()))
	if req.Think != "" {
		if body["think"], err = thinkValue(req.Think); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// textOf is how many bytes the texts of the messages have. Their JSON has at least as many.
func textOf(req pipeline.Request) int {
	n := 0
	for _, m := range req.Messages {
		for _, s := range m.Sections {
			n += len(s.Text)
		}
	}
	return n
}

// thinkValue is a boolean, or how much as a text.
func thinkValue(t pipeline.Think) (json.RawMessage, error) {
	if t == "true" || t == "false" {
		return json.RawMessage(t), nil
	}
	return json.Marshal(t)
}
