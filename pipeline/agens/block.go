package agens

import (
	"cmp"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// Block is Agens' block of a case, or of a suite for all of its cases, under the key "agens".
type Block struct {
	Job      Job                `json:"job"`
	Subs     map[string]Job     `json:"subs"`     // jobs for nodes and answers, by id
	Servings map[string]Serving `json:"servings"` // by name; an empty one may be missing if no other is given
	Limits   Limits             `json:"limits"`
	// empty, or program: follow the original where it differs from the rules of the seed (docs/systems/agens.md)
	Compat string `json:"compat"`
}

// compatProgram is the only other value of Block.Compat.
const compatProgram = "program"

// Job is a graph of nodes.
type Job struct {
	Description string          `json:"description"`
	Start       string          `json:"start" strict:"required"` // the node that the first thread visits
	MaxRetries  *int            `json:"max_retries"`             // of a visit; default 3
	Nodes       map[string]Node `json:"nodes" strict:"required"`
}

// Node is a node of a job, visited by threads.
type Node struct {
	Objective string          `json:"objective"`
	Serving   string          `json:"serving" strict:"required"` // a suite can set it as serving:NAME
	Agent     string          `json:"agent"`                     // whose context the serving loads
	Outputs   []router.Output `json:"outputs"`
	Routes    []Route         `json:"routes"`
	Tools     []string        `json:"tools"` // of the case; "*": all of them
	Resources []Resource      `json:"resources"`
	Sub       string          `json:"sub"` // the job that runs instead of a call
}

// Route is a node's next move, by its outputs: the first one whose conditions all hold counts.
type Route struct {
	When []router.Condition   `json:"when"` // empty: always
	Next []router.Instruction `json:"next" strict:"required"`
}

// Resource is a text for a node: a file of the case.
type Resource struct {
	URI  string `json:"uri" strict:"required"` // as the prompt names it
	File string `json:"file"`                  // default: the URI
}

// Serving is a configuration of model requests.
type Serving struct {
	Timeout     time.Duration     `json:"timeout"`      // of one request; default 60s
	Context     string            `json:"context"`      // for every node without an agent of its own
	Contexts    map[string]string `json:"contexts"`     // by agent
	BuildPrompt string            `json:"build_prompt"` // pair (default), or chat: a message for each section
	Prefixes    Prefixes          `json:"prefixes"`
}

// The ways to build a prompt (G0).
const (
	buildPair = "pair"
	buildChat = "chat"
)

// Prefixes are the headings and details with which a serving overrides the defaults (G2).
type Prefixes struct {
	Context     *Prefix `json:"context"`
	Objective   *Prefix `json:"objective"`
	Description *Prefix `json:"description"`
	Input       *Prefix `json:"input"`
	Previous    *Prefix `json:"previous_result"`
	Schema      *Prefix `json:"schema"` // never in a prompt: the schema is sent as the request's format
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

// Limits bound a turn. The original has none; a job that goes in circles must end all the same.
type Limits struct {
	Visits int `json:"visits" strict:"positive"` // of nodes, with rounds of tools and sub-jobs; default 100
}

func (l Limits) visits() int { return cmp.Or(l.Visits, 100) }

// The defaults of G7.
const (
	defaultRetries = 3
	defaultTimeout = time.Minute
)
