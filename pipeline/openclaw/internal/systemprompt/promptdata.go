package systemprompt

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// data is the data of system.tmpl.
type data struct {
	Full    bool // else minimal
	Program bool

	Workspace pipeline.Pieces
	Notes     []pipeline.Pieces
	Tools     []toolData
	ReadTool  pipeline.Pieces
	Skills    pipeline.Pieces
	Files     []ContextFile
	Persona   bool // a SOUL.md is among the files
	Warnings  []pipeline.Pieces

	Owners    []pipeline.Pieces
	TimeZone  pipeline.Pieces
	Docs      pipeline.Pieces
	Sandbox   *sandboxData
	Aliases   []pipeline.Pieces
	Channel   pipeline.Pieces
	Buttons   bool // the channel has inline buttons
	Hints     []pipeline.Pieces
	Voice     pipeline.Pieces
	Reactions *Reactions
	Heartbeat pipeline.Pieces
	Extra     pipeline.Pieces

	Reasoning      bool
	ReasoningLevel pipeline.Pieces
	Citations      bool
	Silent         pipeline.Pieces
	Runtime        pipeline.Pieces
}

// sandboxData is a sandbox in the template.
type sandboxData struct {
	Host, Container, Access, Mount, Bridge, View pipeline.Pieces

	HostBrowser string // allowed, blocked or empty
	Elevated    *Elevated
}

// Tool returns a tool's spelling in the prompt; the template looks it up by its lower-case name. nil: there is none.
func (d data) Tool(name string) pipeline.Pieces {
	for _, t := range d.Tools {
		if t.key == name {
			return t.Name
		}
	}
	return nil
}

func newData(p Params) data {
	runtime := p.Runtime.normal()
	d := data{
		Full: p.Mode != Minimal, Program: p.Program, Workspace: line(p.Workspace), Notes: lines(p.Notes),
		Tools: toolList(p.Tools), Skills: trim(p.Skills), Files: validFiles(p.Files),
		Owners: lines(p.Owners), TimeZone: line(p.TimeZone), Docs: line(p.Docs), Sandbox: newSandbox(p.Sandbox),
		Aliases: lines(p.Aliases), Channel: runtime.Channel, Buttons: runtime.can("inlinebuttons"),
		Hints: lines(p.MessageHints), Voice: trim(p.Voice), Heartbeat: trim(p.Heartbeat), Extra: trim(p.Extra),
		Reasoning: p.ReasoningTags, ReasoningLevel: lineOr(p.ReasoningLevel, "off"), Citations: !p.NoCitations,
		Silent: lineOr(p.SilentToken, string(Silent)), Runtime: RuntimeLine(runtime),
	}
	d.ReadTool = line(p.ReadTool)
	if d.ReadTool == nil {
		d.ReadTool = lineOr(d.Tool("read"), "read")
	}
	d.Persona = slices.ContainsFunc(d.Files, isPersona)
	for _, warning := range p.Warnings {
		d.Warnings = append(d.Warnings, pipeline.TextSource{}.Of(warning))
	}
	d.Warnings = lines(d.Warnings)
	if p.Reactions != nil {
		d.Reactions = &Reactions{Sparing: p.Reactions.Sparing, Channel: line(p.Reactions.Channel)}
	}
	return d
}

func newSandbox(s *Sandbox) *sandboxData {
	if s == nil {
		return nil
	}
	d := &sandboxData{Host: line(s.Host), Container: line(s.Container), Access: line(s.Access), Mount: line(s.Mount),
		Bridge: line(s.Bridge), View: line(s.View)}
	if s.HostBrowser != nil {
		d.HostBrowser = map[bool]string{true: "allowed", false: "blocked"}[*s.HostBrowser]
	}
	if s.Elevated != nil {
		d.Elevated = &Elevated{Allowed: s.Elevated.Allowed, Level: line(s.Elevated.Level)}
	}
	return d
}

// validFiles returns the context files with a path, which is shown unchanged. No blank line follows a file (O-1).
func validFiles(files []ContextFile) []ContextFile {
	var valid []ContextFile
	for _, f := range files {
		if line(f.Path) != nil {
			valid = append(valid, ContextFile{Path: unbroken(f.Path), Text: trimRight(f.Text)})
		}
	}
	return valid
}

// isPersona reports whether the file is an existing SOUL.md, in any folder and spelling.
func isPersona(f ContextFile) bool {
	if strings.HasPrefix(f.Text.String(), missing) {
		return false
	}
	path := strings.ReplaceAll(f.Path.String(), `\`, "/")
	return strings.EqualFold(path[strings.LastIndexByte(path, '/')+1:], "SOUL.md")
}

// lineOr returns a value in one line, or a replacement for a blank one.
func lineOr(p pipeline.Pieces, instead string) pipeline.Pieces {
	if p = line(p); p != nil {
		return p
	}
	return pipeline.TextSource{}.Of(instead)
}
