package systemprompt

import "github.com/beaver-eval/beaver-eval/pipeline"

// Params are the inputs of a prompt. All but the workspace are optional. Texts are passed unchanged: Sections trims
// them, and joins the lines of those that stand in one.
//
// The time of day is not among them: it would change the prompt with every turn, and the model gets it from a tool.
type Params struct {
	Mode    Mode // empty: Full
	Program bool // compat: program, the order and headings of the original program (O-2)

	Workspace pipeline.Pieces   // the working directory
	Notes     []pipeline.Pieces // on the workspace, a line each

	Tools    []Tool          // those that the policy allows
	ReadTool pipeline.Pieces // reads a SKILL.md; empty: the tool read as Tools spells it
	Skills   pipeline.Pieces // the catalogue; blank: none

	Files    []ContextFile // as returned by ContextFiles
	Warnings []string      // warnings of ContextFiles for the model

	Owners       []pipeline.Pieces // authorized senders
	TimeZone     pipeline.Pieces   // such as Asia/Shanghai
	Docs         pipeline.Pieces   // path of OpenClaw's documentation
	Sandbox      *Sandbox          // nil: the tools run on the host
	Aliases      []pipeline.Pieces // of models, a line each
	MessageHints []pipeline.Pieces // on the message tool, a line each
	Voice        pipeline.Pieces   // hint for a text that is read aloud
	Reactions    *Reactions        // nil: the channel has none
	Heartbeat    pipeline.Pieces   // the heartbeat prompt
	Extra        pipeline.Pieces   // of the group chat, or of the sub-agent's parent

	ReasoningTags  bool            // the model must mark its reasoning
	ReasoningLevel pipeline.Pieces // empty: off
	NoCitations    bool            // of the memory
	SilentToken    pipeline.Pieces // empty: the default (O-21)

	Runtime Runtime
}

// Tool is a tool in the prompt's list. The summary is used only for tools that OpenClaw does not know (O-4).
type Tool struct{ Name, Summary pipeline.Pieces }

// Sandbox is where the tools run.
type Sandbox struct {
	Host      pipeline.Pieces // the workspace outside
	Container pipeline.Pieces // and inside
	Access    pipeline.Pieces // to the agent's workspace: none, ro, rw
	Mount     pipeline.Pieces // where that is mounted
	Bridge    pipeline.Pieces // URL of the browser inside
	View      pipeline.Pieces // URL at which the user can watch it

	HostBrowser *bool     // whether the browser outside may be used; nil: unknown
	Elevated    *Elevated // nil: unknown
}

// Elevated says whether commands may run outside the sandbox.
type Elevated struct {
	Allowed bool
	Level   pipeline.Pieces // on, off, ask, full
}

// Reactions says how freely the model may react to messages with an emoji.
type Reactions struct {
	Sparing bool // level minimal; else extensive
	Channel pipeline.Pieces
}
