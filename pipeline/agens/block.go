package agens

import (
	"cmp"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// Block configures Agens: the job that a message starts, how its nodes ask a model, and the bounds of a turn. A case's
// own values override those of its suite.
type Block struct {
	Job  Job            `json:"job"`  // the job that a message starts
	Subs map[string]Job `json:"subs"` // jobs that nodes and answers may start, by id
	// how nodes ask a model, by name: either none, or each that a node names
	Servings map[string]Serving `json:"servings"`
	Limits   Limits             `json:"limits"` // bounds of a turn
	// "program": as the original program where it differs from the rules (docs/systems/agens.md)
	Compat string `json:"compat"`
}

// compatProgram is the only other value of Block.Compat.
const compatProgram = "program"

// Job is a graph of nodes; each visit of a node asks a model, unless the node runs another job.
type Job struct {
	// what the job is for, in the prompt of each of its nodes
	Description string `json:"description"`
	Start       string `json:"start" strict:"required"` // the id of the node at which the job begins
	// how often a visit may be retried before the job fails; default 3
	MaxRetries *int            `json:"max_retries"`
	Nodes      map[string]Node `json:"nodes" strict:"required"` // the nodes, by id
}

// Node is one part of a job: what a model is asked there, and where threads go next.
type Node struct {
	Objective string `json:"objective"` // what the node is to do
	// the serving by which it asks; a suite can name it as the stage serving:NAME
	Serving string          `json:"serving" strict:"required"`
	Agent   string          `json:"agent"`   // the key of its context in the serving's contexts
	Outputs []router.Output `json:"outputs"` // the values that its answers must have, beside their text
	// where threads go when an answer does not say: the first whose conditions all hold counts
	Routes    []Route    `json:"routes"`
	Tools     []string   `json:"tools"`     // tools of the case that it is offered; "*": all of them
	Resources []Resource `json:"resources"` // texts that it is shown
	Sub       string     `json:"sub"`       // the id of a job that runs in place of a call
}

// Route says where threads go next if its conditions hold.
type Route struct {
	When []router.Condition `json:"when"` // conditions, all of which have to hold; empty: always
	// the moves; the first is the thread's own, each other one starts a thread
	Next []router.Instruction `json:"next" strict:"required"`
}

// Resource is a file of the case that a node's prompt shows.
type Resource struct {
	URI  string `json:"uri" strict:"required"` // the resource's name in the prompt
	File string `json:"file"`                  // the file of the case with the text; default: the URI
}

// Serving says how nodes ask a model: the context, the form of the messages, and the time limit.
type Serving struct {
	Timeout  time.Duration     `json:"timeout"`  // how long one request may take; default 60s
	Context  string            `json:"context"`  // the context of each node whose agent has none in contexts
	Contexts map[string]string `json:"contexts"` // the contexts of nodes, by their agent
	// the messages: pair, a system and a user message, or chat, one for each section; default pair
	BuildPrompt string   `json:"build_prompt"`
	Prefixes    Prefixes `json:"prefixes"` // headings and details in place of the templates'
}

// The ways to build a prompt (G0).
const (
	buildPair = "pair"
	buildChat = "chat"
)

// Prefixes are the headings of the sections of a prompt, each with the text below it (G2).
type Prefixes struct {
	Context     *Prefix `json:"context"`         // above the context
	Objective   *Prefix `json:"objective"`       // above the objective
	Description *Prefix `json:"description"`     // above the job's description
	Input       *Prefix `json:"input"`           // above the user's message
	Previous    *Prefix `json:"previous_result"` // above the result of the node before
	// without effect: the schema is in no prompt, but is the format of the request
	Schema      *Prefix `json:"schema"`
	Retry       *Prefix `json:"retry"`        // above the reason of a retry
	ToolDefs    *Prefix `json:"tool_defs"`    // above the tools on offer
	ToolCalls   *Prefix `json:"tool_calls"`   // above the tool calls so far
	ToolResults *Prefix `json:"tool_results"` // above the results of tools
	Resources   *Prefix `json:"resources"`    // above the resources
}

// Prefix is what precedes the value of a section.
type Prefix struct {
	Heading string `json:"heading" strict:"required"` // the heading
	Detail  string `json:"detail" strict:"required"`  // the text between the heading and the value
}

// Limits are the bounds of a turn, so that a job that goes in circles ends. The original has none.
type Limits struct {
	// the most visits of nodes; rounds of tools and sub-jobs count too; default 100
	Visits int `json:"visits" strict:"positive"`
}

func (l Limits) visits() int { return cmp.Or(l.Visits, 100) }

// The defaults of G7.
const (
	defaultRetries = 3
	defaultTimeout = time.Minute
)
