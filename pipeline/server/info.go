package server

// Info is what servers report about a model.
type Info struct {
	Name          string // as the client names it
	Digest        string // in hex; empty: not reported
	Server        string // versions of the servers, separated by commas if they differ
	ContextLength int    // tokens; 0: unknown
	Capabilities  []string
}
