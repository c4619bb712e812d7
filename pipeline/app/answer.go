package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Response reads what came of the request: a text, a message of the assistant as OpenAI has it, or the body of the
// provider's answer. ok is false where the line does not say.
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

// answers is how an answer is read: by the endpoint's form, or as a message by itself.
func (l *LogLine) answers(members map[string]json.RawMessage) (e Endpoint, stream bool, body []byte) {
	if whole := wholes[l.Endpoint]; members[whole] != nil || members["error"] != nil {
		if whole != "content" || len(members["content"]) > 0 && members["content"][0] == '[' {
			return l.Endpoint, false, l.whole(members)
		}
	}
	if members["choices"] != nil { // of a proxy, which answers so whatever it was asked
		return ChatCompletions, false, l.Answer
	}
	return ChatCompletions, false, bytes.Join([][]byte{[]byte(`{"choices":[{"message":`), l.Answer, []byte("}]}")}, nil)
}

// whole is the body of an answer with the members that its form insists on, which logs leave out: they say nothing.
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

// insisted are members that the body of an answer has to have.
var insisted = map[Endpoint]map[string]string{
	Responses: {"object": `"response"`, "status": `"completed"`},
	Messages:  {"type": `"message"`, "role": `"assistant"`},
}

// wholes are the keys that the body of an answer has, by endpoint, and no message.
var wholes = map[Endpoint]string{
	ChatCompletions: "choices", Responses: "output", Messages: "content", OllamaChat: "message",
	OllamaGenerate: "response",
}
