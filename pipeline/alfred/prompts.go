package alfred

import (
	"io/fs"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// prompts are the templates of the system, one file per message or part of one.
type prompts struct {
	system *prompt.Template // Alfred's identity; before the part of every node (F0)

	understandSystem, understandUser *prompt.Template
	thinkSystem, thinkUser           *prompt.Template
	quickSystem, quickUser           *prompt.Template
	replySystem, replyUser           *prompt.Template
	persona                          *prompt.Template
	summarizeSystem, summarizeUser   *prompt.Template

	actSystem, actCrud    *prompt.Template
	actTypes              map[string]*prompt.Template // by the type of a step
	actUser               *prompt.Template
	actHeader, actExample *prompt.Template
}

const (
	paragraph = "\n\n"
	ruler     = "\n\n---\n\n" // between the parts of a system message, and of Understand's prompt
)

// loadPrompts reads every file of the folder, each with the type of its data.
func loadPrompts(fsys fs.FS) (*prompts, error) {
	p := &prompts{actTypes: map[string]*prompt.Template{}}
	files := []prompt.File{
		{Name: "alfred.system.tmpl", Into: &p.system},
		{Name: "understand.system.tmpl", Into: &p.understandSystem},
		{Name: "think.system.tmpl", Into: &p.thinkSystem},
		{Name: "think.user.tmpl", Data: thinkData{}, Into: &p.thinkUser},
		{Name: "act.system.tmpl", Into: &p.actSystem}, {Name: "act.crud.system.tmpl", Into: &p.actCrud},
		{Name: "act.user.tmpl", Data: actData{}, Into: &p.actUser},
		{Name: "act.header.tmpl", Data: actKind{}, Into: &p.actHeader},
		{Name: "act.examples.tmpl", Data: actKind{}, Into: &p.actExample},
		{Name: "act-quick.system.tmpl", Into: &p.quickSystem},
		{Name: "act-quick.user.tmpl", Data: quickData{}, Into: &p.quickUser},
		{Name: "reply.system.tmpl", Into: &p.replySystem}, {Name: "reply.persona.tmpl", Into: &p.persona},
		{Name: "reply.user.tmpl", Data: replyData{}, Into: &p.replyUser},
		{Name: "summarize.system.tmpl", Into: &p.summarizeSystem},
		{Name: "summarize.user.tmpl", Data: summarizeData{}, Into: &p.summarizeUser},
	}
	types := make([]*prompt.Template, len(stepTypes()))
	for i, t := range stepTypes() {
		files = append(files, prompt.File{Name: "act." + t + ".system.tmpl", Into: &types[i]})
	}
	const understand = "understand.user.tmpl"
	set, err := prompt.LoadInto(fsys, paragraph, files,
		prompt.Spec{File: understand, Sep: ruler, Data: understandData{}})
	if err != nil {
		return nil, err
	}
	p.understandUser = set[understand]
	for i, t := range stepTypes() {
		p.actTypes[t] = types[i]
	}
	return p, nil
}

// stepTypes returns the types of a step (F0).
func stepTypes() []string { return []string{"read", "write", "analyze", "generate"} }

// part is a template with its data, for a part of a system message.
type part struct {
	of   *prompt.Template
	data any
}

// exchange returns a system message of parts separated by rulers, and the user message of a template.
func exchange(user *prompt.Template, data any, system ...part) ([]pipeline.Message, error) {
	first, err := ruled(system)
	if err != nil {
		return nil, err
	}
	sections, err := user.Render(data)
	if err != nil {
		return nil, err
	}
	return []pipeline.Message{first, {Role: pipeline.RoleUser, Sections: sections}}, nil
}

// ruled returns a system message of parts separated by rulers.
func ruled(parts []part) (pipeline.Message, error) {
	m := pipeline.Message{Role: pipeline.RoleSystem}
	for _, p := range parts {
		sections, err := p.of.Render(p.data)
		if err != nil {
			return m, err
		}
		if last := len(m.Sections) - 1; last >= 0 && len(sections) > 0 {
			m.Sections[last].Text = strings.TrimRight(m.Sections[last].Text, "\n") + ruler
		}
		m.Sections = append(m.Sections, sections...)
	}
	return m, nil
}

// rendered renders a template for a part of a message.
func rendered(t *prompt.Template, data any) (pipeline.Pieces, error) {
	sections, err := t.Render(data)
	return pipeline.Message{Sections: sections}.Pieces(), err
}

// usesDatabase reports whether a step of the type may call the database (F0).
func usesDatabase(stepType string) bool { return stepType == "read" || stepType == "write" }
