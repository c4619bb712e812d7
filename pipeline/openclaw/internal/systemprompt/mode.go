package systemprompt

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Mode says how much of the prompt a run gets (O-3).
type Mode string

// The modes.
const (
	Full    Mode = "full"
	Minimal Mode = "minimal" // sub-agents and scheduled runs
	None    Mode = "none"    // the identity line alone
)

// ModeOf returns the mode of a session by its key: Minimal for sub-agents (subagent:…, agent:ID:subagent:…) and
// scheduled jobs (agent:ID:cron:…), else Full (O-3).
func ModeOf(sessionKey string) Mode {
	key := strings.ToLower(jstext.Trim(sessionKey))
	if strings.HasPrefix(key, "subagent:") {
		return Minimal
	}
	parts := slices.DeleteFunc(strings.Split(key, ":"), func(part string) bool { return part == "" })
	if len(parts) < 3 || parts[0] != "agent" {
		return Full
	}
	rest := strings.Join(parts[2:], ":")
	if strings.HasPrefix(rest, "subagent:") || strings.HasPrefix(rest, "cron:") {
		return Minimal
	}
	return Full
}

// FileNames returns the workspace files in the prompt of a mode, in order: minimal prompts have the first five (O-6).
// memory.md is MEMORY.md under its older name.
func FileNames(m Mode) []string {
	names := []string{"AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md", "BOOTSTRAP.md",
		"MEMORY.md", olderMemory}
	switch m {
	case None:
		return nil
	case Minimal:
		return names[:5]
	}
	return names
}

const olderMemory = "memory.md"
