// Package fault knows the ways in which a call goes wrong, and what a stage is to report of each: answers that are broken,
// servers that behave badly, and tools that fail. It breaks answers itself; a server's ways are only named here.
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

// All are the faults, class by class.
func All() []Fault { return slices.Concat(answers(), transports(), tools()) }

// Find is the fault of a name.
func Find(name string) (Fault, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return Fault{}, false
	}
	return all[i], true
}

// Names are those of all faults.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
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

// always is the same broken answer, whatever is broken.
func always(content string) func(Subject) []Broken {
	return func(Subject) []Broken { return []Broken{text(content)} }
}
