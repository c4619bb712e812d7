package openclaw

import (
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// prompts are the templates of the system, one file per message.
type prompts struct {
	system *prompt.Template // the system prompt (O-2)

	heartbeat  *prompt.Template // a heartbeat's question (O-22)
	scheduled  *prompt.Template // a schedule's message
	notice     *prompt.Template // about finished scheduled work
	skill      *prompt.Template // a user's call of a skill (O-13)
	subContext *prompt.Template // a sub-agent's instructions (O-23)
	completion *prompt.Template // about a finished sub-agent

	compactionSystem, compactionUser *prompt.Template // O-31
	summary                          *prompt.Template // replaces older messages
	catalogue                        *prompt.Template // of the skills (O-14)
}

const (
	paragraph = "\n\n"
	newline   = "\n" // between the lines of a section of the system prompt (O-1)
)

// loadPrompts reads every file of the folder, each with the type of its data.
func loadPrompts(fsys fs.FS) (*prompts, error) {
	p := &prompts{}
	const catalogue = "catalogue.tmpl"
	system := systemprompt.Spec()
	set, err := prompt.LoadInto(fsys, paragraph, []prompt.File{
		{Name: "heartbeat.user.tmpl", Data: heartbeatData{}, Into: &p.heartbeat},
		{Name: "scheduled.user.tmpl", Data: scheduledData{}, Into: &p.scheduled},
		{Name: "notice.user.tmpl", Data: noticeData{}, Into: &p.notice},
		{Name: "command.user.tmpl", Data: skillData{}, Into: &p.skill},
		{Name: "subagent.context.tmpl", Data: subAgentData{}, Into: &p.subContext},
		{Name: "completion.user.tmpl", Data: completionData{}, Into: &p.completion},
		{Name: "compaction.system.tmpl", Into: &p.compactionSystem},
		{Name: "compaction.user.tmpl", Data: compactionData{}, Into: &p.compactionUser},
		{Name: "summary.user.tmpl", Data: summaryData{}, Into: &p.summary},
	}, system, prompt.Spec{File: catalogue, Sep: newline, Data: catalogueData{}})
	if err != nil {
		return nil, err
	}
	p.system, p.catalogue = set[system.File], set[catalogue]
	if err := systemprompt.Check(p.system); err != nil {
		return nil, err
	}
	return p, nil
}

// rendered renders a template for a part of a message.
func rendered(t *prompt.Template, data any) (pipeline.Pieces, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Sections: sections}.Pieces(), err
}

// said returns a message of one section.
func said(role, section string, text pipeline.Pieces) pipeline.Message {
	return pipeline.Message{Role: role, Source: text.Source(),
		Sections: []pipeline.Section{pipeline.NewSection(section, text)}}
}
