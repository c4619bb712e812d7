package openclaw

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// Prompt configures the system prompt (O-2). A missing value leaves no section.
type Prompt struct {
	Mode           string     `json:"mode"`      // full, minimal or none; default: by the session's key (O-3)
	Workspace      string     `json:"workspace"` // path of the working folder; default ~/.openclaw/workspace
	Notes          []string   `json:"notes"`     // on the workspace
	Owners         []string   `json:"owners"`
	TimeZone       string     `json:"time_zone"`
	Docs           string     `json:"docs"` // path of the documentation
	Sandbox        *Sandbox   `json:"sandbox"`
	Aliases        []string   `json:"aliases"` // of models
	MessageHints   []string   `json:"message_hints"`
	Voice          string     `json:"voice"`
	Reactions      *Reactions `json:"reactions"`
	Extra          string     `json:"extra"` // of a group chat
	ReasoningTags  bool       `json:"reasoning_tags"`
	ReasoningLevel string     `json:"reasoning_level"`
	NoCitations    bool       `json:"no_citations"`
	Files          FileLimits `json:"files"`
	Runtime        Runtime    `json:"runtime"`
}

// Sandbox is where the tools run.
type Sandbox struct {
	Host        string    `json:"host"`
	Container   string    `json:"container"`
	Access      string    `json:"access"`
	Mount       string    `json:"mount"`
	Bridge      string    `json:"bridge"`
	View        string    `json:"view"`
	HostBrowser *bool     `json:"host_browser"`
	Elevated    *Elevated `json:"elevated"`
}

// Elevated says whether commands may run outside of the sandbox.
type Elevated struct {
	Allowed bool   `json:"allowed"`
	Level   string `json:"level"`
}

// Reactions says how freely the model may react with an emoji.
type Reactions struct {
	Level   string `json:"level"` // minimal or extensive
	Channel string `json:"channel"`
}

// FileLimits are the maximum lengths of context files, in UTF-16 units (O-6).
type FileLimits struct {
	File  int `json:"file" strict:"positive"`  // default 20,000
	Total int `json:"total" strict:"positive"` // default 150,000, or File if that is more
}

// Runtime describes the agent's environment in the prompt (O-7).
type Runtime struct {
	Agent        string   `json:"agent"` // default main
	Host         string   `json:"host"`
	Repo         string   `json:"repo"`
	OS           string   `json:"os"`
	Arch         string   `json:"arch"`
	Node         string   `json:"node"`
	Model        string   `json:"model"` // default: the session's
	DefaultModel string   `json:"default_model"`
	Shell        string   `json:"shell"`
	Channel      string   `json:"channel"` // default: the session's
	Capabilities []string `json:"capabilities"`
	Thinking     string   `json:"thinking"`
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
