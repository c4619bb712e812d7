package app

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// Store is what the clients of one case have been told: the ids that were given out, and the answers to which later
// requests can refer. It can be used by many goroutines at once.
type Store struct{ ids *provider.Ledger }

// NewStore returns the store of a case in which nothing has been said.
func NewStore() *Store { return &Store{provider.NewLedger()} }

// Read reads the body of a request. The error is a *SyntaxError or an *UnknownReferenceError.
func (s *Store) Read(e Endpoint, body []byte) (*Body, error) {
	f, err := formOf(e)
	if err != nil {
		return nil, err
	}
	return provider.Read(f, s.ids, e, body)
}

// Write is the answer to a body as its client needs it.
func (s *Store) Write(b *Body, r Reply) (Sent, error) {
	f, err := formOf(b.Endpoint)
	if err != nil {
		return Sent{}, err
	}
	return f.Write(s.ids, b, r)
}

// Given notes the ids of tool calls that somebody else has given out, as a provider that was asked.
func (s *Store) Given(calls ...string) {
	for _, id := range calls {
		s.ids.Give(provider.Call, id)
	}
}

// Canonical returns a request with ids replaced by names in the order in which the request mentions them: <call-1>,
// <response-1>, <item-1>. Ids that were given out are replaced wherever they stand. Ids of the client's own are
// replaced in ToolCalls, in ToolCallID, and where such a one stands in Fields under id or call_id, and in no text.
func (s *Store) Canonical(req pipeline.Request) pipeline.Request { return s.ids.Canonical(req) }
