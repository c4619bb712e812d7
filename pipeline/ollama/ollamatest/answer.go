package ollamatest

import (
	"encoding/json"
	"net/http"
)

// Answer is a model's answer.
type Answer struct {
	Content    string
	Thinking   string
	ToolCalls  json.RawMessage // the JSON list, as in a message
	DoneReason string          // empty: stop
	Embeddings [][]float32     // of /api/embed; nil: the count of each letter a to z in each text

	// If either is set, it is sent as it is, instead of all of the above.
	Status int // 0: 200
	Body   string

	Header http.Header // in addition to or instead of a server's own
	Drop   bool        // the connection ends before the answer begins
	Cut    bool        // the connection ends with an incomplete answer
	Hang   bool        // after the answer nothing comes until the client goes away
}
