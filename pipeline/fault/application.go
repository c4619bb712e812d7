package fault

import "github.com/beaver-eval/beaver-eval/pipeline"

// Application is a way in which an answer to any application goes wrong. It needs nothing of the application but that
// it asks over HTTP.
type Application struct {
	Name string
	Says string // in a sentence
	How  pipeline.InjectedHow
	Of   Answered // which answers can go wrong so

	Tool bool // in place of the answer the model calls a tool that was not offered
}

// Answered are the calls of which a fault is.
type Answered uint8

// The calls that a fault of an application is of.
const (
	AnyCall      Answered = iota
	WholeCall             // whose client wants its answer in one piece
	StreamedCall          // whose client wants it in pieces
	ToolCall              // which offers tools
)

// Applications are the faults of any application.
func Applications() []Application {
	return []Application{
		{Name: "malformed", Says: "The body, or an event of the stream, is no JSON.", How: pipeline.InjectedMalformed},
		{Name: "empty", Says: "Status 200 with an empty body.", How: pipeline.InjectedEmpty},
		{Name: "429", Says: "Too many requests, in the provider's form; try again at once.",
			How: pipeline.InjectedRate},
		{Name: "500", Says: "An error of the server, in the provider's form; try again at once.",
			How: pipeline.InjectedServer},
		{Name: "cut-body", Says: "The connection is closed behind half of the body.", How: pipeline.InjectedCut,
			Of: WholeCall},
		{Name: "cut-stream", Says: "The stream ends behind its first events.", How: pipeline.InjectedCut,
			Of: StreamedCall},
		{Name: "reset", Says: "The connection is reset before anything has come.", How: pipeline.InjectedReset},
		{Name: "held", Says: "Nothing comes until the limit of the turn.", How: pipeline.InjectedHeld},
		{Name: "unknown-tool", Says: "The model calls a tool that was not offered.", Of: ToolCall, Tool: true},
	}
}

// ApplicationNames are the names of the faults of any application.
func ApplicationNames() []string {
	var names []string
	for _, f := range Applications() {
		names = append(names, f.Name)
	}
	return names
}
