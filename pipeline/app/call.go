package app

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
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
	w := bufio.NewWriter(h) // a text goes through its buffer, and takes no memory of its own
	e := json.NewEncoder(w)
	for _, m := range req.Messages {
		// The content is as it is, behind its length: escaping it takes longer than the rest.
		e.Encode([]any{m.Role, contentSize(m), m.ToolCalls, m.ToolCallID, m.Name, m.Fields})
		for _, s := range m.Sections {
			w.WriteString(s.Text)
		}
	}
	e.Encode([]any{req.Stage, req.Tools, req.Format, req.Parameters})
	w.Flush()
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func contentSize(m pipeline.Message) (size int) {
	for _, s := range m.Sections {
		size += len(s.Text)
	}
	return size
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
	for _, s := range m.Sections { // the content is not put together for it: it may be long
		if text := strings.TrimSpace(s.Text); text != "" {
			line, _, _ := strings.Cut(text, "\n")
			return pipeline.ShortName(line)
		}
	}
	return ""
}
