package thread

import "github.com/beaver-eval/beaver-eval/pipeline"

// Call is one request of a turn.
type Call struct {
	Stage    string
	Messages []pipeline.Message // canonical
	Body     string             // a digest of the whole request: equal requests have equal digests
	Failed   bool               // its answer was a failure: the same body after it is a retry
}

// Accepted is a call of a golden.
type Accepted struct {
	Stage    string
	Name     Name
	Messages []pipeline.Message
}
