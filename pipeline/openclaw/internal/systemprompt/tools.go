package systemprompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// knownTools returns the tools with a summary in the template, in the template's order (O-4).
func knownTools() []string {
	return []string{
		"read", "write", "edit", "apply_patch", "grep", "find", "ls", "exec", "process", "web_search", "web_fetch",
		"browser", "canvas", "nodes", "cron", "message", "gateway", "agents_list", "sessions_list", "sessions_history",
		"sessions_send", "sessions_spawn", "subagents", "session_status", "image",
	}
}

// toolData is a tool in the template.
type toolData struct {
	Name    pipeline.Pieces
	Known   string          // its lower-case name, if the template has a summary of it
	Summary pipeline.Pieces // the caller's
	key     string          // the lower-case name
	rank    int             // among the known tools; they come first
}

// toolList returns the tools in the order of the prompt: each name once, in its first spelling, the known ones first
// and the others by name (O-4).
func toolList(tools []Tool) []toolData {
	known := knownTools()
	var list []toolData
	for _, t := range tools {
		d := toolData{Name: line(t.Name), Summary: line(t.Summary), rank: len(known)}
		d.key = strings.ToLower(d.Name.String())
		if d.key == "" || slices.ContainsFunc(list, func(o toolData) bool { return o.key == d.key }) {
			continue
		}
		if i := slices.Index(known, d.key); i >= 0 {
			d.Known, d.rank = d.key, i
		}
		list = append(list, d)
	}
	slices.SortStableFunc(list, func(a, b toolData) int {
		return cmp.Or(a.rank-b.rank, slices.Compare(utf16.Encode([]rune(a.key)), utf16.Encode([]rune(b.key))))
	})
	return list
}
