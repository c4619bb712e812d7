package agens

import (
	"cmp"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// Block is what a case, or a suite for all of its cases, says for Agens alone. It stands under the key "agens".
type Block struct {
	Job      Job                `json:"job"`
	Subs     map[string]Job     `json:"subs"`     // jobs that nodes and answers run, by id
	Servings map[string]Serving `json:"servings"` // by name; one that says nothing may be left out where none is said
	Limits   Limits             `json:"limits"`
	// empty, or program: where the original differs from the rules of the seed, as it does (docs/systems/agens.md)
	Compat string `json:"compat"`
}

// compatProgram is the one other value of Block.Compat.
const compatProgram = "program"

// Job is a graph of nodes.
type Job struct {
	Description string          `json:"description"`
	Start       string          `json:"start" strict:"required"` // the node that the first thread visits
	MaxRetries  *int            `json:"max_retries"`             // of a visit; default 3
	Nodes       map[string]Node `json:"nodes" strict:"required"`
}

// Node is a place in a job that threads visit.
type Node struct {
	Objective string          `json:"objective"`
	Serving   string          `json:"serving" strict:"required"` // a suite can set it as serving:NAME
	Agent     string          `json:"agent"`                     // whose context the serving loads
	Outputs   []router.Output `json:"outputs"`
	Routes    []Route         `json:"routes"`
	Tools     []string        `json:"tools"` // of the case; "*": all of them
	Resources []Resource      `json:"resources"`
	Sub       string          `json:"sub"` // the job that is run in the place of a call
}

// Route is where a node goes on, by its outputs: the first one whose conditions all hold counts.
type Route struct {
	When []router.Condition   `json:"when"` // empty: always
	Next []router.Instruction `json:"next" strict:"required"`
}

// Resource is a text that a node reads: a file of the case.
type Resource struct {
	URI  string `json:"uri" strict:"required"` // as the prompt names it
	File string `json:"file"`                  // default: the URI
}

// Serving is how a model is asked.
type Serving struct {
	Timeout     time.Duration     `json:"timeout"`      // of one ask; default 60s
	Context     string            `json:"context"`      // that it loads for every node without an agent of its own
	Contexts    map[string]string `json:"contexts"`     // by agent
	BuildPrompt string            `json:"build_prompt"` // pair (default), or chat: a message for each section
	Prefixes    Prefixes          `json:"prefixes"`
}

// The ways to build a prompt (G0).
const (
	buildPair = "pair"
	buildChat = "chat"
)

// Prefixes are the headings and details that a serving puts in the place of the default ones (G2).
type Prefixes struct {
	Context     *Prefix `json:"context"`
	Objective   *Prefix `json:"objective"`
	Description *Prefix `json:"description"`
	Input       *Prefix `json:"input"`
	Previous    *Prefix `json:"previous_result"`
	Schema      *Prefix `json:"schema"` // no prompt has this section: the schema goes out as the request's format
	Retry       *Prefix `json:"retry"`
	ToolDefs    *Prefix `json:"tool_defs"`
	ToolCalls   *Prefix `json:"tool_calls"`
	ToolResults *Prefix `json:"tool_results"`
	Resources   *Prefix `json:"resources"`
}

// Prefix stands above a value.
type Prefix struct {
	Heading string `json:"heading" strict:"required"`
	Detail  string `json:"detail" strict:"required"`
}

// Limits bound a turn. The original has none; a job that goes round in a circle has to end all the same.
type Limits struct {
	Visits int `json:"visits" strict:"positive"` // of nodes, with rounds of tools and sub-jobs; default 100
}

func (l Limits) visits() int { return cmp.Or(l.Visits, 100) }

// The defaults of G7.
const (
	defaultRetries = 3
	defaultTimeout = time.Minute
)
