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
	body     *Body
	claimed  bool              // by a rule of the suite
	content  string            // of an unclaimed call: the digest of its request without a stage
	accepted *pipeline.Request // of an unclaimed call: the call of the golden that it counts as; nil: none
	again    *call             // of an unclaimed call: the first of those that it repeats after a failure; nil: none
	like     []likeCall        // of an unclaimed call: accepted.like; nil: not compared
	request  pipeline.Request  // canonical
	arrival  pipeline.Arrival
	digest   string
	words    string
	answered bool
	failed   bool // the client got an error
	resp     pipeline.Response
	err      error
}

// likeCall is a call of the turn's golden, and how much like it a request is, from 0 to thread.Whole.
type likeCall struct {
	at       int // among the accepted calls
	likeness int
	text     int // likeness of the messages alone
}

// namedCall is a call with its name.
type namedCall struct {
	call *call
	name thread.Name
}

// threaded returns the part of the call that its name depends on.
func (c *call) threaded() thread.Call {
	return thread.Call{Stage: c.request.Stage, Messages: c.request.Messages, Body: c.digest, Failed: c.failed}
}

// digest names a canonical request: 32 hex digits.
func digest(req pipeline.Request) string {
	h := sha256.New()
	w := bufio.NewWriter(h) // texts go through the buffer, which saves a copy
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

// words describes a request to a person: its stage, and the beginnings of its first and last message.
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

// beginning returns the first line of a message, shortened for a person.
func beginning(m pipeline.Message) string {
	for _, s := range m.Sections { // the content may be long: it is not assembled for this
		if text := strings.TrimSpace(s.Text); text != "" {
			line, _, _ := strings.Cut(text, "\n")
			return pipeline.ShortName(line)
		}
	}
	return ""
}
