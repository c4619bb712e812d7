package openclaw

import (
	"cmp"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// Block configures OpenClaw: the system prompt, how much of the conversation is sent, heartbeats, skills, tools, and
// bounds. A case's own values override those of its suite.
type Block struct {
	Compat     string `json:"compat"`      // "program": as the program where the article differs
	Estimate   string `json:"estimate"`    // "program": tokens are counted as the program counts them (O-32)
	SessionKey string `json:"session_key"` // the key of the main session (O-3); default main

	Prompt    Prompt    `json:"prompt"`    // what the system prompt says
	Context   Context   `json:"context"`   // how much of the conversation is sent
	Heartbeat Heartbeat `json:"heartbeat"` // turns that a clock starts
	Limits    Limits    `json:"limits"`    // bounds of a turn
	Tools     Tools     `json:"tools"`     // which tools are offered

	Skills catalogue.Settings `json:"skills"` // the machine and configuration by which skills are loaded
	Fail   pipeline.Part      `json:"fail"`   // what fails: with loader, no file of any skill can be opened

	ReplyPrefix string `json:"reply_prefix"` // the text in front of every reply (O-39)
}

// Context says how much of a conversation a model sees; sizes are in tokens.
type Context struct {
	// the size of the context window; default: the num_ctx of main, else 128,000
	Window int `json:"window" strict:"positive"`
	// what is kept free for the answer; default 16,384, at most a quarter of the window
	Reserve int `json:"reserve" strict:"positive"`
	// what a compaction leaves of the newest messages; default 20,000, at most a quarter of the window
	KeepRecent int    `json:"keep_recent" strict:"positive"`
	Engine     string `json:"engine"` // what is sent of it: legacy, all, or recent, what fits (O-30); default legacy
}

// Heartbeat configures turns that a clock starts.
type Heartbeat struct {
	Prompt string `json:"prompt"` // what the agent is asked; default: heartbeat.user.tmpl
	// up to which length what is left of an answer with HEARTBEAT_OK is not sent (O-22); default 300
	MaxAckChars json.RawMessage `json:"max_ack_chars"`
}

// Limits are the bounds of a turn, on sub-agents and tool calls.
type Limits struct {
	// how many levels deep sub-agents may start others (O-23); default 2
	Depth int `json:"depth" strict:"positive"`
	// how many sub-agents a session may start in a turn; default 8
	SubAgents int `json:"sub_agents" strict:"positive"`
	// how many answers of a run may have their tool calls carried out (O-41); default 25
	ToolCalls int `json:"tool_calls" strict:"positive"`
}

func (l Limits) depth() int     { return cmp.Or(l.Depth, 2) }
func (l Limits) subAgents() int { return cmp.Or(l.SubAgents, 8) }
func (l Limits) toolCalls() int { return cmp.Or(l.ToolCalls, 25) }

// Tools is the policy that filters the tools of every run (O-4).
type Tools struct {
	Allow *[]string `json:"allow"` // the only tools that are offered; none: all
	Deny  []string  `json:"deny"`  // tools that are never offered
}

// TurnBlock configures the session of a turn, its scheduled job, and the version of its skills.
type TurnBlock struct {
	SessionKey string    `json:"session_key"` // the session's key, in place of the case's
	Scheduled  Scheduled `json:"scheduled"`   // the job that a clock has started
	// with compat: program, which version of the skills changes before the turn: global or workspace (O-16)
	Bump string `json:"bump"`
}

// Scheduled is the job of a scheduled turn.
type Scheduled struct {
	ID   string `json:"id"`   // the id of the job
	Name string `json:"name"` // the name of the job
}

// asProgram is the value for the program's behaviour.
const asProgram = "program"

// program reports whether the program's behaviour is requested.
func (b *Block) program() bool { return b.Compat == asProgram }

// check refuses unknown values.
func (b *Block) check() error {
	for _, one := range []struct{ key, value string }{{"compat", b.Compat}, {"estimate", b.Estimate}} {
		if one.value != "" && one.value != asProgram {
			return wrong("%s: want %s or nothing, got %q", one.key, asProgram, one.value)
		}
	}
	if b.Fail != "" && b.Fail != pipeline.PartLoader {
		return wrong("fail: want %s, got %q", pipeline.PartLoader, b.Fail)
	}
	if c := b.Context; c.Window > 0 && c.Reserve >= c.Window {
		return wrong("context: reserve: want less than the window of %d, got %d", c.Window, c.Reserve)
	}
	if err := b.Skills.Check(); err != nil {
		return wrong("skills: %v", err)
	}
	return b.Prompt.check()
}

// Broken implements pipeline.Breaker.
func (b *Block) Broken() []pipeline.Part {
	if b.Fail == "" {
		return nil
	}
	return []pipeline.Part{b.Fail}
}

// turnBlockOf returns a turn's block.
func turnBlockOf(in pipeline.Input) TurnBlock {
	if b, ok := in.Block.(*TurnBlock); ok && b != nil {
		return *b
	}
	return TurnBlock{}
}
