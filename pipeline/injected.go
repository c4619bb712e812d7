package pipeline

// Injected is an error beside a Response of Arrivals: the client is to get that response with a fault.
type Injected struct{ How InjectedHow }

// InjectedHow is a fault of an answer on its way to a client.
type InjectedHow string

// Faults of an answer on its way. Those in the provider's own error form ask the client to retry at once.
const (
	InjectedMalformed InjectedHow = "malformed"    // the body, or an event of the stream, is invalid JSON
	InjectedEmpty     InjectedHow = "empty"        // status 200 without a body
	InjectedRate      InjectedHow = "rate limit"   // status 429
	InjectedServer    InjectedHow = "server error" // status 500
	InjectedCut       InjectedHow = "cut"          // the connection is closed half way
	InjectedReset     InjectedHow = "reset"        // the connection is reset before the first byte
	InjectedHeld      InjectedHow = "held"         // nothing comes
)

func (e *Injected) Error() string { return "broken on purpose: " + string(e.How) }
