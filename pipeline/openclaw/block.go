package openclaw

import (
	"cmp"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// Block is OpenClaw's block of a case, or of a suite for all of its cases, under the key "openclaw".
type Block struct {
	Compat     string `json:"compat"`      // program: follow the program where the article differs
	Estimate   string `json:"estimate"`    // program: tokens as the program counts them (O-32)
	SessionKey string `json:"session_key"` // of the main session; default main (O-3)

	Prompt    Prompt    `json:"prompt"`
	Context   Context   `json:"context"`
	Heartbeat Heartbeat `json:"heartbeat"`
	Limits    Limits    `json:"limits"`
	Tools     Tools     `json:"tools"`

	Skills catalogue.Settings `json:"skills"` // the conditions for skills (O-11)
	Fail   pipeline.Part      `json:"fail"`   // loader: no file of any skill can be opened

	ReplyPrefix string `json:"reply_prefix"` // in front of every reply (O-39)
}

// Context says how much of a conversation a model sees, in tokens.
type Context struct {
	Window     int    `json:"window" strict:"positive"`      // default: the num_ctx of main, else 128,000
	Reserve    int    `json:"reserve" strict:"positive"`     // of these, for the answer; default 16,384, or a quarter
	KeepRecent int    `json:"keep_recent" strict:"positive"` // left by a compaction; default 20,000, or a quarter
	Engine     string `json:"engine"`                        // legacy (default) or recent (O-30)
}

// Heartbeat configures turns that a clock starts.
type Heartbeat struct {
	Prompt      string          `json:"prompt"`        // default: heartbeat.user.tmpl
	MaxAckChars json.RawMessage `json:"max_ack_chars"` // a number or a numeric text; default 300 (O-22)
}

// Limits bound a turn. Each that is given is 1 or more.
type Limits struct {
	Depth     int `json:"depth" strict:"positive"`      // levels of sub-agents; default 2 (O-23)
	SubAgents int `json:"sub_agents" strict:"positive"` // per session and turn; default 8
	ToolCalls int `json:"tool_calls" strict:"positive"` // answers of a run with executed calls; default 25
}

func (l Limits) depth() int     { return cmp.Or(l.Depth, 2) }
func (l Limits) subAgents() int { return cmp.Or(l.SubAgents, 8) }
func (l Limits) toolCalls() int { return cmp.Or(l.ToolCalls, 25) }

// Tools is the policy that filters the tools of every run (O-4).
type Tools struct {
	Allow *[]string `json:"allow"` // when set, no other tool is offered
	Deny  []string  `json:"deny"`  // never offered
}

// TurnBlock is OpenClaw's block of a turn.
type TurnBlock struct {
	SessionKey string    `json:"session_key"` // overrides the case's
	Scheduled  Scheduled `json:"scheduled"`
	Bump       string    `json:"bump"` // the skills' version that is bumped before the turn: global or workspace (O-16)
}

// Scheduled describes work that a clock has started.
type Scheduled struct {
	ID   string `json:"id"`
	Name string `json:"name"`
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
