package pipeline

import "context"

// Arrival is a request of somebody else's program, as it comes in. It must be answered before its name is known: the
// order of arrival does not identify concurrent requests.
type Arrival struct {
	Request        // without a path
	Place   string // of the turn
	Number  int    // among the requests of its stage in this turn, by arrival, from 1
	Leaf    string // of its path, if already known: in a sequential stage
	Seed    string // unique to each request of a case, and the same in each run, in any order of arrival
	Words   string // describes the request to a person
	Beside  string // the words of a concurrent request of its stage; empty: there is none

	Streamed bool // the client wants a streamed answer

	Provider Source // in whose form the request came: openai, anthropic, ollama
	// Forward sends the unchanged request to the provider's server below a base URL, streams the answer to the client,
	// and returns it, or a *Failure. The turn sends the client nothing more.
	Forward func(ctx context.Context, base string) (Response, error)
}

// Asking serves a program's requests as they arrive. A Runtime is one.
type Asking interface {
	Arrivals
	Embedder
	// Masked returns a request as it is compared and kept: without secrets and text that differs from run to run.
	Masked(Request) Request
	// Accepted returns the requests of a place in the case's golden; see Runtime.Accepted.
	Accepted(place string) []Request
}

// Arrivals answers requests as they arrive. It is safe for concurrent use.
type Arrivals interface {
	// Arrived returns the answer, or an error as Model.Chat does. With an *Injected the client gets the response beside
	// it with that fault.
	Arrived(ctx context.Context, a Arrival) (Response, error)
}

// Unnamed is an error about a request that had no path at the time.
type Unnamed interface {
	error
	// Named returns the error with the request's path.
	Named(path string) error
}

// Kept keeps requests that were answered before they had a name.
type Kept interface {
	// Keep is called for each request with its path and the system's answer.
	Keep(req Request, resp Response, err error)
}
