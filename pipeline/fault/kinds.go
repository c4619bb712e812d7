package fault

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Class is the class of a fault.
type Class string

// The classes of faults.
const (
	Answer    Class = "answer"
	Transport Class = "transport"
	Tool      Class = "tool"
)

// Classes returns all of them.
func Classes() []Class { return []Class{Answer, Transport, Tool} }

// Length is a server's way of ending an answer at its limit of tokens.
const Length = "length"

// Nothing is among the reasons if a stage may have nothing to report: the fault does not affect it, or leaves it an
// acceptable answer.
const Nothing pipeline.Reason = "-"

// own stands for a stage's own reasons.
const own = "own"

// expects are the reasons that a stage may report of a fault, by reply policy, as words separated by blanks. A stage
// that reads any text accepts every answer but a blank one, regardless of these.
type expects struct{ strict, extract, repair string }

// each returns the same reasons for every policy.
func each(reasons string) expects { return expects{reasons, reasons, reasons} }

// Fault is one way in which a call fails.
type Fault struct {
	Name  string
	Class Class
	Says  string // one sentence

	Way   string // of the server, as package badserver names it; empty: the server is fine
	Times int    // number of requests of a decision that fail; 0: all of them
	Tool  string // how the tool fails

	// Every says that the fault is tried at every place of an answer, which takes long: only if requested explicitly.
	Every bool

	Application *Application // how it breaks an answer of an application; nil: it does not

	foreign bool             // only answers of applications break so
	reads   []pipeline.Reads // the stages to which it applies, by how they read; none: all
	expects expects
	broken  func(s Subject) []Broken
}

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

// Subject is an answer to be broken.
type Subject struct {
	Stage   pipeline.Stage
	Request pipeline.Request
	Answer  pipeline.Response
	Rand    *rand.Rand // of the cell

	// of applications
	Streamed bool            // the client wants a stream
	Provider pipeline.Source // in whose form the request came
}

// Broken is a broken answer.
type Broken struct {
	At       string // which variant of one fault; empty: there is one
	Response pipeline.Response
}

// InPlaceOf returns the broken answer as a replacement of another one: it takes as long, but never so long that the
// call would time out for this alone.
func (b Broken) InPlaceOf(req pipeline.Request, was pipeline.Response) pipeline.Response {
	resp := b.Response
	resp.Takes = was.Takes
	if req.Timeout > 0 {
		resp.Takes = min(was.Takes, req.Timeout)
	}
	return resp
}

// Fits reports whether a stage of a built-in system can be affected by the fault.
func (f Fault) Fits(st pipeline.Stage) bool {
	if f.foreign {
		return false
	}
	switch f.Class {
	case Transport: // at a stage that asks once, a fault of two requests equals the fault of one
		return f.Times <= 1 || st.Tries >= f.Times
	case Tool:
		return st.Reads == pipeline.ReadsText || st.Reads == ""
	}
	return len(f.reads) == 0 || slices.Contains(f.reads, st.Reads)
}

// Break returns the broken answers of a fault of the class Answer; none if the answer cannot break so.
func (f Fault) Break(s Subject) []Broken {
	answer := strings.TrimSpace(s.Answer.Content)
	ofJSON := len(f.reads) == 1 && f.reads[0] == pipeline.ReadsJSON
	if f.broken == nil || ofJSON && (!isJSON(answer) || answer[0] != '{' && answer[0] != '[') {
		return nil
	}
	return slices.DeleteFunc(f.broken(s), func(b Broken) bool {
		return f.Class == Answer && b.Response.Content == s.Answer.Content && len(s.Answer.ToolCalls) == 0
	})
}

// text returns a broken answer with this text and without tool calls.
func text(content string) Broken { return Broken{Response: pipeline.Response{Content: content}} }

// only makes a fault's single broken answer from the text of the answer; an empty one: it cannot break so.
func only(break_ func(answer string) string) func(Subject) []Broken {
	return func(s Subject) []Broken {
		if broken := break_(strings.TrimSpace(s.Answer.Content)); broken != "" {
			return []Broken{text(broken)}
		}
		return nil
	}
}

// repeated returns a broken answer with each part so many times. It is made lazily: every start of the program lists
// the faults.
func repeated(times int, parts ...string) func(Subject) []Broken {
	return func(Subject) []Broken {
		all := ""
		for _, part := range parts {
			all += strings.Repeat(part, times)
		}
		return []Broken{text(all)}
	}
}

// always returns the same broken answer for any subject.
func always(content string) func(Subject) []Broken {
	return func(Subject) []Broken { return []Broken{text(content)} }
}
