package openclaw

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// Prompt configures the system prompt (O-2). A missing value leaves no section.
type Prompt struct {
	// how much of the prompt there is: full, minimal or none; default: by the session's key (O-3)
	Mode string `json:"mode"`
	// the path of the working folder; default /home/user/.openclaw/workspace
	Workspace string   `json:"workspace"`
	Notes     []string `json:"notes"`     // notes on the workspace
	Owners    []string `json:"owners"`    // who counts as an owner of the agent
	TimeZone  string   `json:"time_zone"` // the user's time zone
	// the path of the documentation; empty: the prompt has no such section
	Docs         string     `json:"docs"`
	Sandbox      *Sandbox   `json:"sandbox"`       // the sandbox that the prompt describes
	Aliases      []string   `json:"aliases"`       // lines on other names of models, such as "fast: qwen3:4b"
	MessageHints []string   `json:"message_hints"` // hints on the tool that sends messages
	Voice        string     `json:"voice"`         // the text about spoken replies
	Reactions    *Reactions `json:"reactions"`     // whether the model may react with an emoji
	// the text about the group chat; in a minimal prompt below Subagent Context
	Extra          string     `json:"extra"`
	ReasoningTags  bool       `json:"reasoning_tags"`  // true: the prompt asks for reasoning in tags
	ReasoningLevel string     `json:"reasoning_level"` // the level of reasoning that the prompt names
	NoCitations    bool       `json:"no_citations"`    // true: memories are not cited
	Files          FileLimits `json:"files"`           // how much of context files is shown
	Runtime        Runtime    `json:"runtime"`         // the environment that the prompt names
}

// Sandbox is where the tools run.
type Sandbox struct {
	Host        string    `json:"host"`         // the path of the workspace on the machine
	Container   string    `json:"container"`    // the path of the workspace in the container
	Access      string    `json:"access"`       // how the workspace can be accessed
	Mount       string    `json:"mount"`        // where the agent's workspace is mounted
	Bridge      string    `json:"bridge"`       // the URL by which the browser is controlled
	View        string    `json:"view"`         // the URL at which the browser can be watched
	HostBrowser *bool     `json:"host_browser"` // whether the browser of the machine may be used
	Elevated    *Elevated `json:"elevated"`     // commands outside of the sandbox
}

// Elevated says whether commands may run outside of the sandbox.
type Elevated struct {
	Allowed bool   `json:"allowed"` // true: they may
	Level   string `json:"level"`   // the level of permission that the prompt names
}

// Reactions says how freely the model may react with an emoji.
type Reactions struct {
	Level   string `json:"level"`   // how freely: minimal or extensive
	Channel string `json:"channel"` // the channel, such as Telegram
}

// FileLimits are the maximum lengths of context files, in UTF-16 units (O-6).
type FileLimits struct {
	File int `json:"file" strict:"positive"` // how long one file may be; default 20,000
	// how long all may be together; default 150,000, or that of one file if that is more
	Total int `json:"total" strict:"positive"`
}

// Runtime describes the agent's environment in the prompt (O-7).
type Runtime struct {
	Agent        string   `json:"agent"`         // the id of the agent; default main
	Host         string   `json:"host"`          // the name of the machine
	Repo         string   `json:"repo"`          // the path of the repository
	OS           string   `json:"os"`            // the operating system
	Arch         string   `json:"arch"`          // the architecture of the processor
	Node         string   `json:"node"`          // the version of Node.js
	Model        string   `json:"model"`         // the model; default: the session's
	DefaultModel string   `json:"default_model"` // the model that is used by default
	Shell        string   `json:"shell"`         // the shell
	Channel      string   `json:"channel"`       // the channel of messages; default: the session's
	Capabilities []string `json:"capabilities"`  // what the channel can do
	Thinking     string   `json:"thinking"`      // how much the model thinks; default off
}

// check refuses unknown values.
func (p *Prompt) check() error {
	switch systemprompt.Mode(p.Mode) {
	case "", systemprompt.Full, systemprompt.Minimal, systemprompt.None:
	default:
		return wrong("prompt: mode: want %s, %s or %s, got %q", systemprompt.Full, systemprompt.Minimal,
			systemprompt.None, p.Mode)
	}
	if r := p.Reactions; r != nil && r.Level != reactSparingly && r.Level != reactFreely {
		return wrong("prompt: reactions: level: want %s or %s, got %q", reactSparingly, reactFreely, r.Level)
	}
	return nil
}

// The levels of reactions.
const (
	reactSparingly = "minimal"
	reactFreely    = "extensive"
)

// at returns a text of the block's prompt, with its source.
func at(key, text string) pipeline.Pieces { return inBlock("prompt." + key).Of(text) }

func allAt(key string, texts []string) []pipeline.Pieces {
	var all []pipeline.Pieces
	for i, text := range texts {
		all = append(all, at(fmt.Sprintf("%s[%d]", key, i), text))
	}
	return all
}

// params returns the block's inputs of a prompt.
func (p *Prompt) params() systemprompt.Params {
	params := systemprompt.Params{
		Mode: systemprompt.Mode(p.Mode), Notes: allAt("notes", p.Notes), Owners: allAt("owners", p.Owners),
		TimeZone: at("time_zone", p.TimeZone), Docs: at("docs", p.Docs), Sandbox: p.Sandbox.params(),
		Aliases: allAt("aliases", p.Aliases), MessageHints: allAt("message_hints", p.MessageHints),
		Voice: at("voice", p.Voice), Extra: at("extra", p.Extra), ReasoningTags: p.ReasoningTags,
		ReasoningLevel: at("reasoning_level", p.ReasoningLevel), NoCitations: p.NoCitations,
		Runtime: p.Runtime.params(),
	}
	if r := p.Reactions; r != nil {
		params.Reactions = &systemprompt.Reactions{
			Sparing: r.Level == reactSparingly, Channel: at("reactions.channel", r.Channel),
		}
	}
	return params
}

func (s *Sandbox) params() *systemprompt.Sandbox {
	if s == nil {
		return nil
	}
	p := &systemprompt.Sandbox{
		Host: at("sandbox.host", s.Host), Container: at("sandbox.container", s.Container),
		Access: at("sandbox.access", s.Access), Mount: at("sandbox.mount", s.Mount),
		Bridge: at("sandbox.bridge", s.Bridge), View: at("sandbox.view", s.View), HostBrowser: s.HostBrowser,
	}
	if e := s.Elevated; e != nil {
		p.Elevated = &systemprompt.Elevated{Allowed: e.Allowed, Level: at("sandbox.elevated.level", e.Level)}
	}
	return p
}

func (r *Runtime) params() systemprompt.Runtime {
	key := func(name, text string) pipeline.Pieces { return at("runtime."+name, text) }
	return systemprompt.Runtime{
		Agent: key("agent", r.Agent), Host: key("host", r.Host), Repo: key("repo", r.Repo), OS: key("os", r.OS),
		Arch: key("arch", r.Arch), Node: key("node", r.Node), Model: key("model", r.Model),
		DefaultModel: key("default_model", r.DefaultModel), Shell: key("shell", r.Shell),
		Channel: key("channel", r.Channel), Capabilities: allAt("runtime.capabilities", r.Capabilities),
		Thinking: key("thinking", r.Thinking),
	}
}
