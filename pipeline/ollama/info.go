package ollama

// Info is what servers say of a model.
type Info struct {
	Name          string // of the function Name
	Digest        string // in hex; empty: no server says
	Server        string // versions of the servers, with commas between where they differ
	ContextLength int    // tokens; 0: unknown
	Capabilities  []string
}
