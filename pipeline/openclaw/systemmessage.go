package openclaw

import (
	"cmp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// folder returns the working folder's name in prompts.
func (c *conversation) folder() string {
	return cmp.Or(c.block.Prompt.Workspace, "/home/user/.openclaw/workspace")
}

// makePrompt makes the run's system message, which stays the same throughout the run, and reports on it (O-8).
func (r *run) makePrompt() error {
	p := r.block.Prompt.params()
	p.Mode = r.mode(r.session, r.in.kind)
	p.Program = r.block.program()
	p.Workspace = at("workspace", r.block.Prompt.Workspace)
	if p.Workspace == nil {
		p.Workspace = code.Of(r.folder())
	}
	for _, t := range r.offered {
		p.Tools = append(p.Tools, systemprompt.Tool{Name: t.Source().Of(t.Name), Summary: t.Source().Of(t.Description)})
	}
	if r.reads() {
		p.Skills = r.now.skills.text
	}
	if len(r.session.context) > 0 {
		p.Extra = r.session.context
	}
	heartbeat, err := r.heartbeatPrompt(p.Mode)
	if err != nil {
		return err
	}
	p.Heartbeat = heartbeat
	r.runtime(&p.Runtime)
	p.Files, p.Warnings = r.contextFiles(p.Mode, p.Workspace)
	sections, err := systemprompt.Sections(r.prompts.system, p)
	if err != nil {
		return err
	}
	r.rt.Event(stagePrompt, systemprompt.NewReport(sections, r.now.prompt, r.tokens))
	r.now.prompt = sections
	r.head = pipeline.Message{Role: pipeline.RoleSystem, Sections: sections}
	return nil
}

// runtime fills in missing values of the block from the session.
func (r *run) runtime(line *systemprompt.Runtime) {
	for _, one := range []struct {
		value    *pipeline.Pieces
		fallback pipeline.Pieces
	}{
		{&line.Agent, code.Of("main")},
		{&line.Model, pipeline.CaseText("session.model").Of(r.at.Model)},
		{&line.Channel, pipeline.CaseText("session.channel").Of(r.at.Channel)},
	} {
		if len(*one.value) == 0 {
			*one.value = one.fallback
		}
	}
}

// contextFiles returns the working folder's files for the prompt, as tools have left them (O-6). If only the limit of a
// file is set, the total limit is no smaller.
func (r *run) contextFiles(m systemprompt.Mode, dir pipeline.Pieces) ([]systemprompt.ContextFile, []string) {
	limits := systemprompt.DefaultLimits()
	limits.Program = r.block.program()
	limits.File = cmp.Or(r.block.Prompt.Files.File, limits.File)
	limits.Total = cmp.Or(r.block.Prompt.Files.Total, max(limits.Total, limits.File))
	dir = dir.Cut(0, len(strings.TrimRight(dir.String(), "/")))
	return systemprompt.ContextFiles(systemprompt.ReadFiles(r.session.files.reader(), dir, m), limits)
}

// mode returns the mode of a run's system prompt (O-3).
func (t *turn) mode(s *session, k kind) systemprompt.Mode {
	mode := systemprompt.Mode(t.block.Prompt.Mode)
	if mode != systemprompt.None && (s.level > 0 || k == kindScheduled) {
		return systemprompt.Minimal
	}
	return cmp.Or(mode, systemprompt.ModeOf(s.key))
}

// heartbeatPrompt returns a heartbeat's question, without the mark: the block's, else the template's.
func (t *turn) heartbeatPrompt(m systemprompt.Mode) (pipeline.Pieces, error) {
	if own := t.block.Heartbeat.Prompt; own != "" {
		return inBlock("heartbeat.prompt").Of(own), nil
	}
	shown := slices.Contains(systemprompt.FileNames(m), heartbeatFile)
	return rendered(t.prompts.heartbeat, heartbeatData{Shown: shown})
}
