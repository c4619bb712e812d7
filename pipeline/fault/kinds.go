package fault

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Class is what goes wrong.
type Class string

// The classes of faults.
const (
	Answer    Class = "answer"
	Transport Class = "transport"
	Tool      Class = "tool"
)

// Classes are all of them.
func Classes() []Class { return []Class{Answer, Transport, Tool} }

// Length is the way of a server that ends an answer at its limit of tokens.
const Length = "length"

// Nothing stands among the reasons where a stage may have nothing to report: the fault is no matter to it, or it has an
// answer that it can take.
const Nothing pipeline.Reason = "-"

// own stands for the reasons of a stage's own.
const own = "own"

// expects are the reasons that a stage may report of a fault, by reply policy, as words with blanks between. A stage
// that reads any text takes every answer but a blank one, whatever is said here.
type expects struct{ strict, extract, repair string }

// each is the same for every policy.
func each(reasons string) expects { return expects{reasons, reasons, reasons} }

// Fault is one way in which a call goes wrong.
type Fault struct {
	Name  string
	Class Class
	Says  string // one sentence

	Way   string // of the server, as package badserver names it; empty: the server does well
	Times int    // how many asks of a decision go wrong; 0: all of them
	Tool  string // how the tool goes wrong

	// Every says that the fault is tried at every place of an answer, which takes long: only who asks for it gets it.
	Every bool

	reads   []pipeline.Reads // the stages that it is for, by how they read; none: all
	expects expects
	broken  func(s Subject) []Broken
}

// Subject is an answer that is to be broken.
type Subject struct {
	Stage   pipeline.Stage
	Request pipeline.Request
	Answer  pipeline.Response
	Rand    *rand.Rand // of the cell
}

// Broken is an answer that went wrong.
type Broken struct {
	At       string // which of several of one fault; empty: there is one
	Response pipeline.Response
}

// InPlaceOf is the broken answer in the place of another one: it takes as long as that, but never so long that the call
// would be a timeout for this alone.
func (b Broken) InPlaceOf(req pipeline.Request, was pipeline.Response) pipeline.Response {
	resp := b.Response
	resp.Takes = was.Takes
	if req.Timeout > 0 {
		resp.Takes = min(was.Takes, req.Timeout)
	}
	return resp
}

// Fits reports whether a stage can meet the fault.
func (f Fault) Fits(st pipeline.Stage) bool {
	switch f.Class {
	case Transport: // a fault of two asks, at a stage that asks once, is the fault of one
		return f.Times <= 1 || st.Tries >= f.Times
	case Tool:
		return st.Reads == pipeline.ReadsText || st.Reads == ""
	}
	return len(f.reads) == 0 || slices.Contains(f.reads, st.Reads)
}

// Break makes the broken answers of a fault of the class Answer; none where the answer has nothing that could break so.
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

// text is a broken answer that says this, and calls no tool.
func text(content string) Broken { return Broken{Response: pipeline.Response{Content: content}} }

// only is a fault's single broken answer, from the text of the answer; an empty one: it cannot break so.
func only(break_ func(answer string) string) func(Subject) []Broken {
	return func(s Subject) []Broken {
		if broken := break_(strings.TrimSpace(s.Answer.Content)); broken != "" {
			return []Broken{text(broken)}
		}
		return nil
	}
}

// repeated is a broken answer of each part so many times. It is made when it is needed: every start of the program
// lists the faults.
func repeated(times int, parts ...string) func(Subject) []Broken {
	return func(Subject) []Broken {
		all := ""
		for _, part := range parts {
			all += strings.Repeat(part, times)
		}
		return []Broken{text(all)}
	}
}

// always is the same broken answer, whatever is broken.
func always(content string) func(Subject) []Broken {
	return func(Subject) []Broken { return []Broken{text(content)} }
}
