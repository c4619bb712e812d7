package alfred

// Limits of a step (F7).
const (
	maxResults = 3 // tool calls and earlier steps
	maxSchemas = 2
	maxEmpty   = 2 // reads of one table without a result
)
