package ollama

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// keepAlive is how long a server keeps an idle model in memory: the other stages of a case may take long.
const keepAlive = 30 * time.Minute

// chatBody returns the bytes of a request: the body from package wire, streamed, and without silent truncation if the
// context is too small.
func chatBody(req pipeline.Request) ([]byte, error) {
	if textOf(req) > maxRequest { // else a request that is never sent would be in memory several times
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

// textOf returns the length in bytes of the messages' texts. Their JSON is at least as long.
func textOf(req pipeline.Request) int {
	n := 0
	for _, m := range req.Messages {
		for _, s := range m.Sections {
			n += len(s.Text)
		}
	}
	return n
}

// thinkValue returns a boolean, or the level as a text.
func thinkValue(t pipeline.Think) (json.RawMessage, error) {
	if t == "true" || t == "false" {
		return json.RawMessage(t), nil
	}
	return json.Marshal(t)
}
