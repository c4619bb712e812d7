package openclaw

import (
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/systemprompt"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// prompts are the templates of the system, a file a message.
type prompts struct {
	source fs.FS
	system *prompt.Template // the system prompt (O-2)

	heartbeat  *prompt.Template // what a heartbeat asks (O-22)
	scheduled  *prompt.Template // what a schedule asks
	notice     *prompt.Template // that scheduled work has ended
	skill      *prompt.Template // a user's call of a skill (O-13)
	subContext *prompt.Template // what a sub-agent is told of its place (O-23)
	completion *prompt.Template // that a sub-agent has ended

	compactionSystem, compactionUser *prompt.Template // O-31
	summary                          *prompt.Template // what takes the place of older messages
	catalogue                        *prompt.Template // of the skills (O-14)
}

const (
	paragraph = "\n\n"
	newline   = "\n" // between the lines of a section of the system prompt (O-1)
)

// loadPrompts reads every file of the folder, each with the type of its data.
func loadPrompts(fsys fs.FS) (*prompts, error) {
	p := &prompts{source: fsys}
	files := []struct {
		name string
		data any
		into **prompt.Template
	}{
		{"heartbeat.user.tmpl", nil, &p.heartbeat}, {"scheduled.user.tmpl", scheduledData{}, &p.scheduled},
		{"notice.user.tmpl", noticeData{}, &p.notice}, {"command.user.tmpl", skillData{}, &p.skill},
		{"subagent.context.tmpl", subAgentData{}, &p.subContext},
		{"completion.user.tmpl", completionData{}, &p.completion},
		{"compaction.system.tmpl", nil, &p.compactionSystem},
		{"compaction.user.tmpl", compactionData{}, &p.compactionUser}, {"summary.user.tmpl", summaryData{}, &p.summary},
	}
	const catalogue = "catalogue.tmpl"
	specs := []prompt.Spec{systemprompt.Spec(), {File: catalogue, Sep: newline, Data: catalogueData{}}}
	for _, f := range files {
		specs = append(specs, prompt.Spec{File: f.name, Sep: paragraph, Data: f.data})
	}
	set, err := prompt.LoadAll(fsys, specs...)
	if err != nil {
		return nil, err
	}
	p.system, p.catalogue = set[specs[0].File], set[catalogue]
	if err := systemprompt.Check(p.system); err != nil {
		return nil, err
	}
	for _, f := range files {
		*f.into = set[f.name]
	}
	return p, nil
}

// rendered is a template that is a part of a message.
func rendered(t *prompt.Template, data any) (pipeline.Pieces, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Sections: sections}.Pieces(), err
}

// said is a message of one section.
func said(role, section string, text pipeline.Pieces) pipeline.Message {
	return pipeline.Message{Role: role, Source: text.Source(),
		Sections: []pipeline.Section{pipeline.NewSection(section, text)}}
}
