package exchange

import (
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/ids"
)

// Ledger is what the clients of one case have been told: the ids that were given out, and the answers to which later
// requests can refer. It can be used by many goroutines at once.
type Ledger struct {
	given ids.Set

	mu      sync.Mutex
	answers map[string][]pipeline.Message // by the id of the answer: all that was said up to it, and it
	items   map[string][]pipeline.Message // by the id of one item of an answer
}

// NewLedger returns the ledger of a case in which nothing has been said.
func NewLedger() *Ledger {
	return &Ledger{answers: map[string][]pipeline.Message{}, items: map[string][]pipeline.Message{}}
}

// Give notes that an id has been given out.
func (l *Ledger) Give(k ids.Kind, id string) { l.given.Add(k, id) }

// KeepAnswer keeps what an answer's id stands for.
func (l *Ledger) KeepAnswer(id string, messages []pipeline.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[id] = messages
}

// KeepItem keeps what the id of an item stands for.
func (l *Ledger) KeepItem(id string, messages ...pipeline.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.items[id] = messages
}

// Answer is what the id of an answer stands for, as the parameter key names it.
func (l *Ledger) Answer(key, id string) ([]pipeline.Message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	messages, ok := l.answers[id]
	if !ok {
		return nil, &UnknownReferenceError{key, id}
	}
	return pipeline.CloneMessages(messages), nil
}

// Item is what the id of an item stands for.
func (l *Ledger) Item(id string) ([]pipeline.Message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	messages, ok := l.items[id]
	if !ok {
		return nil, &UnknownReferenceError{"item_reference", id}
	}
	return pipeline.CloneMessages(messages), nil
}

// Canonical returns a request with its ids replaced by names: see [ids.Set.Canonical].
func (l *Ledger) Canonical(req pipeline.Request) pipeline.Request { return l.given.Canonical(req) }
