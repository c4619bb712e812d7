package fault

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Application says how a fault breaks an answer of an application, which has to ask over HTTP and nothing else.
type Application struct {
	How    pipeline.InjectedHow // on its way; empty: the answer itself is broken
	Once   bool                 // the first time that a request is sent, never each time
	Rarely bool                 // only if it is asked for, since the other faults of its kind find most mistakes

	needs  []need
	broken func(s Subject) []Broken // nil: as in systems
	lacks  string                   // why an answer that meets the needs cannot break so
}

// need is what an answer must have to break in some way.
type need struct {
	lacks string // why it cannot, in words
	met   func(s Subject) bool
}

var (
	wholeAnswer    = need{"the client wants a stream", func(s Subject) bool { return !s.Streamed }}
	streamedAnswer = need{"the client wants no stream", func(s Subject) bool { return s.Streamed }}
	offeredTools   = need{"the call offers no tools", func(s Subject) bool { return len(s.Request.Tools) > 0 }}
)

// InApplication returns the broken answers of an application; none if the answer cannot break so, and why. An answer
// that breaks on its way is returned as it is.
func (f Fault) InApplication(s Subject) (all []Broken, lacks string) {
	a := f.Application
	if a == nil {
		return nil, "no answer of an application breaks so"
	}
	for _, n := range a.needs {
		if !n.met(s) {
			return nil, n.lacks
		}
	}
	if a.How != "" {
		return []Broken{{Response: s.Answer}}, ""
	}
	if a.broken != nil {
		f.broken = a.broken
	}
	if all = f.Break(s); len(all) == 0 {
		return nil, a.lacks
	}
	return all, ""
}

// applications returns how faults break answers of applications, by name.
func applications() map[string]*Application {
	onTheWay := func(how pipeline.InjectedHow, needs ...need) *Application {
		return &Application{How: how, needs: needs}
	}
	return map[string]*Application{
		"body-malformed":   onTheWay(pipeline.InjectedMalformed),
		"body-empty":       onTheWay(pipeline.InjectedEmpty),
		"status-429":       onTheWay(pipeline.InjectedRate),
		"status-429-wait":  {How: pipeline.InjectedRateWait, Once: true},
		"status-500":       onTheWay(pipeline.InjectedServer),
		"cut-body":         onTheWay(pipeline.InjectedCutBody, wholeAnswer),
		"cut-stream":       onTheWay(pipeline.InjectedCutStream, streamedAnswer),
		"connection-reset": onTheWay(pipeline.InjectedReset),
		"timeout":          onTheWay(pipeline.InjectedTimeout),
		"tool-unknown":     {needs: []need{offeredTools}, broken: unknownTool},
	}
}

// unknownTool answers with a call of a tool that was not offered.
func unknownTool(s Subject) []Broken {
	return []Broken{{Response: pipeline.Response{
		ToolCalls: []pipeline.ToolCall{{Name: notOffered(s.Request.Tools), Arguments: "{}"}}, Finish: "tool_calls",
	}}}
}

// notOffered returns a name that no tool has.
func notOffered(tools []pipeline.Tool) string {
	name := "no_such_tool"
	for slices.ContainsFunc(tools, func(t pipeline.Tool) bool { return t.Name == name }) {
		name += "_either"
	}
	return name
}

// Renamed returns the present name of a fault that applications once had under another one.
func Renamed(name string) (now string, ok bool) {
	now, ok = map[string]string{
		"malformed": "body-malformed", "429": "status-429", "500": "status-500", "reset": "connection-reset",
		"held": "timeout", "unknown-tool": "tool-unknown",
	}[name]
	return now, ok
}

// StageOf describes the stage of an application that asks for an answer, as far as the request and the intended answer
// tell.
func StageOf(req pipeline.Request, _ pipeline.Response) pipeline.Stage {
	return pipeline.Stage{Name: req.Stage, Reads: pipeline.ReadsText}
}
