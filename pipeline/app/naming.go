package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// naming assigns a case id to lines that name no case: a request continues an earlier one whose messages its own begin
// with, and belongs to that case; any other one begins a new case. An id is made of the beginning of its case, so the
// same lines give the same ids.
type naming struct{ cases map[[16]byte]string } // by the content of a request

func newNaming() *naming { return &naming{map[[16]byte]string{}} }

// name returns the case id of a line. The error is that of a body which is no request.
func (n *naming) name(l *LogLine) (string, error) {
	body, err := NewStore().Read(l.Endpoint, l.Body)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	e := json.NewEncoder(h)
	id := ""
	var sum [16]byte
	for _, m := range body.Request.Messages {
		ids := make([]string, 0, len(m.ToolCalls))
		for _, c := range m.ToolCalls {
			ids = append(ids, c.Name, c.Arguments)
		}
		if err := e.Encode([]any{m.Role, m.Content(), ids}); err != nil {
			return "", err
		}
		sum = [16]byte(h.Sum(nil))
		if known := n.cases[sum]; known != "" {
			id = known // the longest prefix counts
		}
	}
	if id == "" {
		id = "request-" + hex.EncodeToString(sum[:4])
	}
	n.cases[sum] = id
	return id, nil
}
