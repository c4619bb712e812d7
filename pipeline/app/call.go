package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/thread"
)

// call is one request of the turn with its answer.
type call struct {
	request  pipeline.Request // canonical
	arrival  pipeline.Arrival
	digest   string
	words    string
	answered bool
	failed   bool // what the client got says that something went wrong
	resp     pipeline.Response
	err      error
}

// threaded is what the name of the call is made of.
func (c *call) threaded() thread.Call {
	return thread.Call{Stage: c.request.Stage, Messages: c.request.Messages, Body: c.digest, Failed: c.failed}
}

// digest names a canonical request: 32 hex digits.
func digest(req pipeline.Request) string {
	h := sha256.New()
	e := json.NewEncoder(h)
	for _, m := range req.Messages {
		content := m.Content() // as it is, behind its length: escaping it takes longer than the rest
		e.Encode([]any{m.Role, len(content), m.ToolCalls, m.ToolCallID, m.Name, m.Fields})
		io.WriteString(h, content)
	}
	e.Encode([]any{req.Stage, req.Tools, req.Format, req.Parameters})
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// words are what a person knows a request by: its stage, and how its first and its last message begin.
func words(req pipeline.Request) string {
	n := len(req.Messages)
	if n == 0 {
		return req.Stage
	}
	text := fmt.Sprintf("%s %q", req.Stage, beginning(req.Messages[0]))
	if n > 1 {
		text += fmt.Sprintf(" … %q", beginning(req.Messages[n-1]))
	}
	return text
}

// beginning is the first line of a message, or as much of it as a person needs.
func beginning(m pipeline.Message) string {
	text, _, _ := strings.Cut(strings.TrimSpace(m.Content()), "\n")
	return pipeline.ShortName(text)
}
