package openclaw

import (
	"slices"
	"strings"
)

// outward reports whether a sub-agent does not have a tool: it writes to nobody and schedules nothing (O-23).
func outward(name string) bool {
	return slices.Contains([]string{"message", "sessions_send", "cron"}, strings.ToLower(name))
}

// offers reports whether the policy allows a tool.
func (p Tools) offers(name string) bool {
	return (p.Allow == nil || slices.Contains(*p.Allow, name)) && !slices.Contains(p.Deny, name)
}

// reads reports whether the run can read skills. Without the tool its prompt offers none, but for the program's (O-17).
func (r *run) reads() bool { return r.block.Tools.offers(toolRead) || r.block.program() }
