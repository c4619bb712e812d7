package pipeline

// Injected is an error beside a Response of Arrivals: the client is to get that response with a fault.
type Injected struct{ How InjectedHow }

// InjectedHow is a fault of an answer on its way to a client, under the name that the catalogue of faults has for it.
type InjectedHow string

// Faults of an answer on its way. Those in the provider's own error form tell the client when to retry.
const (
	InjectedMalformed InjectedHow = "body-malformed"   // the body, or an event of the stream, is invalid JSON
	InjectedEmpty     InjectedHow = "body-empty"       // status 200 without a body
	InjectedRate      InjectedHow = "status-429"       // at once
	InjectedRateWait  InjectedHow = "status-429-wait"  // in a second
	InjectedServer    InjectedHow = "status-500"       // at once
	InjectedCutBody   InjectedHow = "cut-body"         // the connection is closed half way
	InjectedCutStream InjectedHow = "cut-stream"       // the same, between events
	InjectedReset     InjectedHow = "connection-reset" // the connection is reset before the first byte
	InjectedTimeout   InjectedHow = "timeout"          // nothing comes
)

func (e *Injected) Error() string { return "broken on purpose: " + string(e.How) }
