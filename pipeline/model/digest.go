package model

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Digest names what a model gets of a request: model name, messages, tools, format, sampling options, whether to think,
// and a client's other parameters. Section names, the path and declarations are not part of it, and the ids of tool
// calls count only by the order in which they appear: a server makes them up, and likewise all members of an
// assistant's message besides its text and calls: signatures, empty members, unreadable reasoning. It is the first 32
// hex digits of the SHA-256 of the fields, each written as its length in decimal, a colon and its bytes.
func Digest(req pipeline.Request) string {
	b, ids := make([]byte, 0, 1<<13), callIDs{}
	b = field(b, ModelName(req.Model))
	b = count(b, len(req.Messages)-echoes(req.Messages))
	for _, m := range req.Messages {
		if isEcho(m) {
			continue
		}
		b = field(b, m.Role)
		size := 0
		for _, s := range m.Sections {
			size += len(s.Text)
		}
		b = count(b, size)
		for _, s := range m.Sections {
			b = append(b, s.Text...)
		}
		b = count(b, len(m.ToolCalls))
		for _, c := range m.ToolCalls {
			b = field(field(field(b, ids.of(c.ID)), c.Name), c.Arguments)
		}
		b = field(field(b, ids.of(m.ToolCallID)), m.Name)
		if m.Fields != nil && m.Role != pipeline.RoleAssistant { // else older digests would change
			b = field(append(b, 'f'), string(m.Fields))
		}
	}
	b = count(b, len(req.Tools))
	for _, t := range req.Tools {
		b = field(field(field(b, t.Name), t.Description), string(t.Parameters))
	}
	b = field(b, string(req.Format))
	b = appendOptions(b, req.Options)
	if req.Think != "" { // else older digests would change
		b = field(b, string(req.Think))
	}
	if req.Parameters != nil {
		b = field(append(b, 'p'), string(req.Parameters))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// isEcho reports whether a message has only parts that its server made up.
func isEcho(m pipeline.Message) bool {
	return m.Role == pipeline.RoleAssistant && m.Fields != nil && len(m.ToolCalls) == 0 && m.Content() == ""
}

func echoes(messages []pipeline.Message) int {
	n := 0
	for _, m := range messages {
		if isEcho(m) {
			n++
		}
	}
	return n
}

// ModelName normalizes the name of a model: name and name:latest are the same.
func ModelName(name string) string { return strings.TrimSuffix(name, ":latest") }

// callIDs numbers the ids of tool calls as they appear.
type callIDs map[string]int

// of returns the stand-in for an id; empty for none.
func (ids callIDs) of(id string) string {
	if id == "" {
		return ""
	}
	n, known := ids[id]
	if !known {
		n = len(ids) + 1
		ids[id] = n
	}
	return "#" + strconv.Itoa(n)
}

func appendOptions(b []byte, o pipeline.Options) []byte {
	for _, f := range []*float64{o.Temperature, o.TopP, o.MinP, o.RepeatPenalty} {
		text := ""
		if f != nil {
			text = strconv.FormatFloat(*f, 'g', -1, 64)
		}
		b = field(b, text)
	}
	for _, n := range []*int{o.TopK, o.Seed, o.NumCtx, o.NumPredict} {
		text := ""
		if n != nil {
			text = strconv.Itoa(*n)
		}
		b = field(b, text)
	}
	b = count(b, len(o.Stop))
	for _, s := range o.Stop {
		b = field(b, s)
	}
	return b
}

func field(b []byte, s string) []byte {
	return append(count(b, len(s)), s...)
}

func count(b []byte, n int) []byte {
	return append(strconv.AppendInt(b, int64(n), 10), ':')
}
