package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Response reads the answer to the request: a text, an assistant message in OpenAI's form, or the body of the
// provider's answer. ok is false if the line has none.
func (l *LogLine) Response() (resp pipeline.Response, ok bool, err error) {
	if l.Answer == nil {
		return resp, false, nil
	}
	var text string
	if json.Unmarshal(l.Answer, &text) == nil {
		resp.Content = text
		return resp, true, nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(l.Answer, &members) != nil {
		return resp, false, errors.New("response: want a text, a message, or the body of an answer")
	}
	if resp, err = Answer(l.answers(members)); err != nil {
		return resp, false, fmt.Errorf("response: %w", err)
	}
	return resp, true, nil
}

// answers returns how an answer is read: in the endpoint's form, or as a message by itself.
func (l *LogLine) answers(members map[string]json.RawMessage) (e Endpoint, stream bool, body []byte) {
	if whole := wholes[l.Endpoint]; members[whole] != nil || members["error"] != nil {
		if whole != "content" || len(members["content"]) > 0 && members["content"][0] == '[' {
			return l.Endpoint, false, l.whole(members)
		}
	}
	if members["choices"] != nil { // from a proxy, which answers in this form whatever the endpoint
		return ChatCompletions, false, l.Answer
	}
	return ChatCompletions, false, bytes.Join([][]byte{[]byte(`{"choices":[{"message":`), l.Answer, []byte("}]}")}, nil)
}

// whole adds the members that the endpoint's form requires and that logs leave out because they carry nothing.
func (l *LogLine) whole(members map[string]json.RawMessage) []byte {
	missing := false
	for key, value := range insisted[l.Endpoint] {
		if members[key] == nil {
			members[key], missing = json.RawMessage(value), true
		}
	}
	if !missing {
		return l.Answer
	}
	body, err := json.Marshal(members)
	if err != nil { // never: all of it was JSON
		return l.Answer
	}
	return body
}

// insisted are members that the body of an answer must have.
var insisted = map[Endpoint]map[string]string{
	Responses: {"object": `"response"`, "status": `"completed"`},
	Messages:  {"type": `"message"`, "role": `"assistant"`},
}

// wholes are the keys, by endpoint, that the body of an answer has and a message has not.
var wholes = map[Endpoint]string{
	ChatCompletions: "choices", Responses: "output", Messages: "content", OllamaChat: "message",
	OllamaGenerate: "response",
}
