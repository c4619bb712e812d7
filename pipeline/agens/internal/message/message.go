// Package message makes the prompts of a visit out of its fields: which of them leave a section, on which side, in
// which order, under which heading (G0, G2 to G4). The texts themselves stand in template files.
package message

import "github.com/beaver-eval/beaver-eval/pipeline"

// Message is all that a prompt can say. A field that is empty leaves no section; white space is not empty (G3).
type Message struct {
	Description pipeline.Pieces // of the job
	Objective   pipeline.Pieces // of the node
	Context     pipeline.Pieces // of the serving, or of the node's agent
	ToolDefs    []any           // JSON values, as JSON takes them
	Resources   []Resource      // those that could be loaded

	Input       pipeline.Pieces // of the job: every node reads the original one (G7)
	Previous    pipeline.Pieces // the result of the node before
	ToolCalls   []any           // of the last answer
	ToolResults map[string]any  // by the ids of the calls
	Retries     int             // of this visit; without any there is no Retry section, whatever the reason
	Reason      pipeline.Pieces // of the last retry; empty: a general sentence

	Prefixes Prefixes
}

// Resource is a text that a node reads besides its prompt. An empty one stays: what could not be loaded is none (G3).
type Resource struct{ URI, Content pipeline.Pieces }

// Prefixes are the headings and details that a serving gives; nil: those of the template (G2).
type Prefixes struct {
	Context, Description, Objective, Input, Previous, Retry, ToolDefs, ToolCalls, ToolResults, Resources *Prefix
}

// Prefix stands above a value.
type Prefix struct{ Heading, Detail pipeline.Pieces }
