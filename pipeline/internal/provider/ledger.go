package provider

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Ledger is the state of one case's clients: the ids that were issued, and the answers to which later requests can
// refer. It can be used by many goroutines at once.
type Ledger struct {
	given Set

	mu      sync.Mutex
	answers map[string][]pipeline.Message // by the id of the answer: the conversation up to and including it
	items   map[string][]pipeline.Message // by the id of one item of an answer
	heard   map[string]bool               // ids of answers and items that a provider has given out
}

// NewLedger returns the ledger of a case without any answers.
func NewLedger() *Ledger {
	return &Ledger{
		answers: map[string][]pipeline.Message{}, items: map[string][]pipeline.Message{}, heard: map[string]bool{},
	}
}

// Give notes that an id has been issued.
func (l *Ledger) Give(k Kind, id string) { l.given.Add(k, id) }

// Receive notes an id that a provider has issued and will recognize.
func (l *Ledger) Receive(k Kind, id string) {
	l.Give(k, id)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard[id] = true
}

// UnknownID returns an id that a body refers to and that no provider has issued, so its meaning is unknown; empty:
// there is none.
func (l *Ledger) UnknownID(b *Body) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range b.Refers {
		if !l.heard[id] {
			return id
		}
	}
	return ""
}

// KeepAnswer keeps the messages that an answer's id stands for.
func (l *Ledger) KeepAnswer(id string, messages []pipeline.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[id] = messages
}

// KeepItem keeps the messages that an item's id stands for.
func (l *Ledger) KeepItem(id string, messages ...pipeline.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.items[id] = messages
}

// Answer returns the messages that an answer's id stands for; errors name the parameter key.
func (l *Ledger) Answer(key, id string) ([]pipeline.Message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	messages, ok := l.answers[id]
	if !ok {
		return nil, &UnknownReferenceError{key, id}
	}
	return pipeline.CloneMessages(messages), nil
}

// Item returns the messages that an item's id stands for.
func (l *Ledger) Item(id string) ([]pipeline.Message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	messages, ok := l.items[id]
	if !ok {
		return nil, &UnknownReferenceError{"item_reference", id}
	}
	return pipeline.CloneMessages(messages), nil
}

// Canonical returns a request with its ids replaced by names: see [Set.Canonical].
func (l *Ledger) Canonical(req pipeline.Request) pipeline.Request { return l.given.Canonical(req) }
