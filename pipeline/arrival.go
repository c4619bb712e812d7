package pipeline

import "context"

// Arrival is a request of a program that nobody else knows, as it comes in. It has to be answered before its name is
// known: which of several requests came first says nothing of which is which.
type Arrival struct {
	Request        // without a path
	Place   string // of the turn
	Number  int    // among the requests of its stage in this turn, by arrival, from 1
	Leaf    string // of its path, where that is known already: in a stage that is asked one request after the other
	Seed    string // another one for each request of a case, and the same in each run, whatever came first
	Words   string // what a person knows the request by
	Beside  string // the words of another request of its stage that is being answered right now; empty: there is none

	Streamed bool // the client wants its answer in pieces

	Provider Source // whose form the request has: openai, anthropic, ollama
	// Forward sends the request as it came to the provider's server below a base URL, hands the client the answer
	// while it comes, and returns it, or a *Failure. The turn gives the client nothing more.
	Forward func(ctx context.Context, base string) (Response, error)
}

// Asking is what a program's requests need as they arrive. A Runtime is one.
type Asking interface {
	Arrivals
	Embedder
	// Masked is a request as it is compared and kept: without secrets, and without what is another text in each run.
	Masked(Request) Request
}

// Arrivals answers requests as they arrive. It can be asked by many goroutines at once.
type Arrivals interface {
	// Arrived returns the answer, or an error as Model.Chat does. With a *Injected the client gets the response beside
	// it with that fault.
	Arrived(ctx context.Context, a Arrival) (Response, error)
}

// Unnamed is an error about a request that had no path when it came to it.
type Unnamed interface {
	error
	// Named returns the error about the request with its path.
	Named(path string) error
}

// Kept keeps requests that have been answered before they had a name.
type Kept interface {
	// Keep is told of each request with its path, and of what the system got.
	Keep(req Request, resp Response, err error)
}
