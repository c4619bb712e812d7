package pipeline

// Spoiled is an error beside a Response of Arrivals: the client is to get that response, spoiled on purpose.
type Spoiled struct{ How SpoiledHow }

// SpoiledHow is a way to spoil an answer on its way to a client.
type SpoiledHow string

// The ways to spoil an answer. Those that go over the provider's own error form ask the client to try again at once.
const (
	SpoiledMalformed SpoiledHow = "malformed"    // the body, or an event of the stream, is no JSON
	SpoiledEmpty     SpoiledHow = "empty"        // status 200 without a body
	SpoiledRate      SpoiledHow = "rate limit"   // status 429
	SpoiledServer    SpoiledHow = "server error" // status 500
	SpoiledCut       SpoiledHow = "cut"          // the connection is closed half way
	SpoiledReset     SpoiledHow = "reset"        // the connection is reset before anything has come
	SpoiledHeld      SpoiledHow = "held"         // nothing comes
)

func (e *Spoiled) Error() string { return "spoiled on purpose: " + string(e.How) }
