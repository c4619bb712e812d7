package api

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Provider is whose form the endpoint has, as the source of what such a server answers.
func (e Endpoint) Provider() pipeline.Source {
	switch e {
	case Messages:
		return pipeline.SourceAnthropic
	case OllamaChat, OllamaGenerate:
		return pipeline.SourceOllama
	}
	return pipeline.SourceOpenAI
}

// URL is where a provider answers the endpoint, below a base URL as its clients have it: with /v1 at OpenAI, without it
// at all others. The base may end with a slash.
func (e Endpoint) URL(base string) string {
	base = strings.TrimRight(base, "/")
	if e == Messages {
		base = strings.TrimSuffix(base, "/v1") // that is part of the path there, and some write it all the same
	}
	return base + map[Endpoint]string{
		ChatCompletions: "/chat/completions", Responses: "/responses", Messages: "/v1/messages",
		OllamaChat: "/api/chat", OllamaGenerate: "/api/generate",
	}[e]
}

// Hear reads what a provider has answered to a body, streamed or not, and keeps the ids that it has given out and what
// later requests can refer to, as Write does for an answer of its own.
func (s *Store) Hear(b *Body, answer []byte) (pipeline.Response, error) {
	resp, err := Answer(b.Endpoint, b.Stream, answer)
	if err != nil {
		return resp, err
	}
	for _, c := range resp.ToolCalls {
		s.Given(c.ID)
	}
	if b.Endpoint == Responses {
		return resp, s.hearOutput(b, answer)
	}
	s.give(answerID, heardID(b.Stream, answer))
	return resp, nil
}

// heardID is the id of an answer, which its first event names in a stream; empty: it has none.
func heardID(stream bool, answer []byte) string {
	type named struct {
		ID      string `json:"id"`
		Message struct {
			ID string `json:"id"`
		} `json:"message"`
	}
	first := answer
	if stream && !chatIsObject(answer) {
		for _, data := range chatReceived(answer) {
			first = data
			break
		}
	}
	var n named
	json.Unmarshal(first, &n) // what has no id is none that a later request could mention
	if n.ID == "" {
		return n.Message.ID
	}
	return n.ID
}

// hearOutput keeps what an answer and its items stand for when a later request refers to them.
func (s *Store) hearOutput(b *Body, answer []byte) error {
	whole, err := responsesWhole(b.Stream, answer)
	if err != nil {
		return err
	}
	var said struct {
		ID     string            `json:"id"`
		Output []json.RawMessage `json:"output"`
	}
	if err := json.Unmarshal(whole, &said); err != nil {
		return err
	}
	p := responsesReader{store: s}
	var all []pipeline.Message
	for _, raw := range said.Output {
		var item struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(raw, &item) != nil {
			continue
		}
		ms, err := p.items([]json.RawMessage{raw})
		if err != nil {
			return err
		}
		all = append(all, ms...)
		if item.ID != "" {
			s.hear(itemID, item.ID)
			s.keepItem(item.ID, ms...)
		}
	}
	earlier := b.Request.Messages[min(b.instructed, len(b.Request.Messages)):]
	s.hear(answerID, said.ID)
	s.keepAnswer(said.ID, append(pipeline.CloneMessages(earlier), p.joined(all)...))
	return p.err
}

// hear notes an id that a provider has given out, and that it can be asked about.
func (s *Store) hear(k kind, id string) {
	s.give(k, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard[id] = true
}

// Unheard is an id that a body refers to and that no provider has given out, so that none can know what it stands for;
// empty: there is none.
func (s *Store) Unheard(b *Body) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range b.refers {
		if !s.heard[id] {
			return id
		}
	}
	return ""
}
