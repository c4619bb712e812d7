package fault

import "github.com/beaver-eval/beaver-eval/pipeline"

// Application is a fault of an answer to any application. It requires only that the application asks over HTTP.
type Application struct {
	Name string
	Says string // in a sentence
	How  pipeline.InjectedHow
	Of   Answered // the answers that it fits

	Tool bool // instead of an answer, the model calls a tool that was not offered
}

// Answered is a set of calls to which a fault applies.
type Answered uint8

// The calls to which a fault of an application applies.
const (
	AnyCall      Answered = iota
	WholeCall             // the client wants its answer in one piece
	StreamedCall          // the client wants a stream
	ToolCall              // the call offers tools
)

// Applications returns the faults of any application.
func Applications() []Application {
	return []Application{
		{Name: "malformed", Says: "The body, or an event of the stream, is not JSON.", How: pipeline.InjectedMalformed},
		{Name: "empty", Says: "Status 200 with an empty body.", How: pipeline.InjectedEmpty},
		{Name: "429", Says: "Too many requests, in the provider's form; try again at once.",
			How: pipeline.InjectedRate},
		{Name: "500", Says: "An error of the server, in the provider's form; try again at once.",
			How: pipeline.InjectedServer},
		{Name: "cut-body", Says: "The connection closes after half of the body.", How: pipeline.InjectedCut,
			Of: WholeCall},
		{Name: "cut-stream", Says: "The stream ends after its first events.", How: pipeline.InjectedCut,
			Of: StreamedCall},
		{Name: "reset", Says: "The connection is reset before anything has come.", How: pipeline.InjectedReset},
		{Name: "held", Says: "Nothing comes until the limit of the turn.", How: pipeline.InjectedHeld},
		{Name: "unknown-tool", Says: "The model calls a tool that was not offered.", Of: ToolCall, Tool: true},
	}
}

// ApplicationNames returns the names of the faults of any application.
func ApplicationNames() []string {
	var names []string
	for _, f := range Applications() {
		names = append(names, f.Name)
	}
	return names
}
