package agens

import (
	"cmp"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// Block is Agens' block of a case, or of a suite for all of its cases, under the key "agens".
type Block struct {
	Job  Job            `json:"job"`  // the job that a message starts
	Subs map[string]Job `json:"subs"` // jobs for nodes and answers, by id
	// configurations of requests, by name; if there is but one without keys, it can be left out
	Servings map[string]Serving `json:"servings"`
	Limits   Limits             `json:"limits"` // bounds of a turn
	// "program" has it follow the original where that differs from the rules (docs/systems/agens.md)
	Compat string `json:"compat"`
}

// compatProgram is the only other value of Block.Compat.
const compatProgram = "program"

// Job is a graph of nodes.
type Job struct {
	Description string          `json:"description"`             // what the job is for
	Start       string          `json:"start" strict:"required"` // the node that the first thread visits
	MaxRetries  *int            `json:"max_retries"`             // the most retries of a visit; default 3
	Nodes       map[string]Node `json:"nodes" strict:"required"` // the nodes, by id
}

// Node is a node of a job, visited by threads.
type Node struct {
	Objective string `json:"objective"` // what the node is to do
	// the configuration of its requests; a suite can name it as the stage serving:NAME
	Serving   string          `json:"serving" strict:"required"`
	Agent     string          `json:"agent"`     // the agent whose context the serving loads
	Outputs   []router.Output `json:"outputs"`   // the values that its answer has to have
	Routes    []Route         `json:"routes"`    // where threads go next
	Tools     []string        `json:"tools"`     // tools of the case that it is offered; "*": all of them
	Resources []Resource      `json:"resources"` // texts that it is shown
	Sub       string          `json:"sub"`       // the job that runs instead of a call
}

// Route is a node's next move, by its outputs: the first one whose conditions all hold counts.
type Route struct {
	When []router.Condition   `json:"when"`                   // conditions, all of which have to hold; empty: always
	Next []router.Instruction `json:"next" strict:"required"` // what the thread does
}

// Resource is a text for a node: a file of the case.
type Resource struct {
	URI  string `json:"uri" strict:"required"` // the resource's name in the prompt
	File string `json:"file"`                  // the file of the case with the text; default: the URI
}

// Serving is a configuration of model requests.
type Serving struct {
	Timeout  time.Duration     `json:"timeout"`  // how long one request may take; default 60s
	Context  string            `json:"context"`  // the context of every node without an agent of its own
	Contexts map[string]string `json:"contexts"` // the contexts of agents
	// pair (default), or chat with a message for each section
	BuildPrompt string   `json:"build_prompt"`
	Prefixes    Prefixes `json:"prefixes"` // headings other than the usual ones
}

// The ways to build a prompt (G0).
const (
	buildPair = "pair"
	buildChat = "chat"
)

// Prefixes are the headings and details with which a serving overrides the defaults (G2).
type Prefixes struct {
	Context     *Prefix `json:"context"`         // stands above the context
	Objective   *Prefix `json:"objective"`       // stands above the objective
	Description *Prefix `json:"description"`     // stands above the description
	Input       *Prefix `json:"input"`           // stands above the input
	Previous    *Prefix `json:"previous_result"` // stands above the result of the node before
	Schema      *Prefix `json:"schema"`          // is in no prompt: the schema is sent as the request's format
	Retry       *Prefix `json:"retry"`           // stands above the reason of a retry
	ToolDefs    *Prefix `json:"tool_defs"`       // stands above the tools
	ToolCalls   *Prefix `json:"tool_calls"`      // stands above the tool calls
	ToolResults *Prefix `json:"tool_results"`    // stands above the results of tools
	Resources   *Prefix `json:"resources"`       // stands above the resources
}

// Prefix stands above a value.
type Prefix struct {
	Heading string `json:"heading" strict:"required"` // the heading
	Detail  string `json:"detail" strict:"required"`  // the text below the heading
}

// Limits bound a turn. The original has none; a job that goes in circles must end all the same.
type Limits struct {
	// the most visits of nodes, with rounds of tools and sub-jobs; default 100
	Visits int `json:"visits" strict:"positive"`
}

func (l Limits) visits() int { return cmp.Or(l.Visits, 100) }

// The defaults of G7.
const (
	defaultRetries = 3
	defaultTimeout = time.Minute
)
