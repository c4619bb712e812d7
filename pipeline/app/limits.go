package app

// Limits of the proxy; those of a log's lines are beside its reader.
const (
	MaxBody        = 64 << 20 // bytes of a request
	MaxConnections = 1000     // at once
	maxRequests    = 10_000   // of a turn
	maxAnswer      = 64 << 20 // bytes of a provider's answer that is passed on
)
