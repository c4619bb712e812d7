package app

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// Store is the state of one case's clients: the ids that were given out, and the answers to which later requests can
// refer. It can be used by many goroutines at once.
type Store struct{ ids *provider.Ledger }

// NewStore returns the store of a case without any answers.
func NewStore() *Store { return &Store{provider.NewLedger()} }

// Read reads the body of a request. The error is a *SyntaxError or an *UnknownReferenceError.
func (s *Store) Read(e Endpoint, body []byte) (*Body, error) {
	f, err := formOf(e)
	if err != nil {
		return nil, err
	}
	return provider.Read(f, s.ids, e, body)
}

// Write returns the answer to a body as its client needs it.
func (s *Store) Write(b *Body, r Reply) (Sent, error) {
	f, err := formOf(b.Endpoint)
	if err != nil {
		return Sent{}, err
	}
	return f.Write(s.ids, b, r)
}

// Given notes ids of tool calls that others have given out, such as a provider.
func (s *Store) Given(calls ...string) {
	for _, id := range calls {
		s.ids.Give(provider.Call, id)
	}
}

// Canonical returns a request with ids replaced by names in the order in which the request mentions them: <call-1>,
// <response-1>, <item-1>. Ids that were given out are replaced everywhere. Ids of the client's own are replaced in
// ToolCalls, in ToolCallID, and under id or call_id in Fields, and in no text.
func (s *Store) Canonical(req pipeline.Request) pipeline.Request { return s.ids.Canonical(req) }
