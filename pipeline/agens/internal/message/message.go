// Package message makes the prompts of a visit from its fields: which of them get a section, on which side, in which
// order, under which heading (G0, G2 to G4). The texts themselves are in template files.
package message

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Message has all possible contents of a prompt. An empty field leaves no section; white space is not empty (G3).
type Message struct {
	Description pipeline.Pieces // of the job
	Objective   pipeline.Pieces // of the node
	Nodes, Jobs []any           // names that an answer can route to: JSON values, as JSON takes them
	Context     pipeline.Pieces // of the serving, or of the node's agent
	ToolDefs    []any           // JSON values, as JSON takes them
	Resources   []Resource      // the loadable ones

	Input       pipeline.Pieces // of the job: every node gets the original one (G7)
	Previous    pipeline.Pieces // the result of the previous node
	ToolCalls   []any           // made in this visit
	ToolResults map[string]any  // by the ids of the calls
	Retry       bool            // the last answer could not be used; else no Retry section, whatever the reason
	Reason      pipeline.Pieces // of the retry; empty: a general sentence

	Prefixes Prefixes
}

// Resource is a text for a node besides its prompt. An empty one stays: one that could not be loaded is left out (G3).
type Resource struct{ URI, Content pipeline.Pieces }

// Fence returns what stands above and below the content: more backticks than stand in a row in it, so that nothing in
// the content can end the code.
func (r Resource) Fence() string {
	longest, row := 2, 0
	for _, c := range r.Content.String() {
		if row++; c != '`' {
			row = 0
		}
		longest = max(longest, row)
	}
	return strings.Repeat("`", longest+1)
}

// Prefixes are a serving's headings and details; nil: those of the template (G2).
type Prefixes struct {
	Context, Description, Objective, Input, Previous, Retry, ToolDefs, ToolCalls, ToolResults, Resources *Prefix
}

// Prefix stands above a value.
type Prefix struct{ Heading, Detail pipeline.Pieces }
