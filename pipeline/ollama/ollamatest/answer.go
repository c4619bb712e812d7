package ollamatest

import (
	"encoding/json"
	"net/http"
)

// Answer is what a model says.
type Answer struct {
	Content    string
	Thinking   string
	ToolCalls  json.RawMessage // the list of them, as a message has it
	DoneReason string          // empty: stop
	Embeddings [][]float32     // of /api/embed; nil: how often each text has each of the letters a to z

	// What is sent as it is, as soon as one of the two is set, in the place of all that stands above.
	Status int // 0: 200
	Body   string

	Header http.Header // beside or instead of what a server sends
	Drop   bool        // the connection ends before an answer begins
	Cut    bool        // the connection ends where the answer does, before it is complete
	Hang   bool        // where the answer ends nothing comes, until the client goes away
}
