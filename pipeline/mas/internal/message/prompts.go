package message

import (
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// The template files.
const (
	fileStep    = "skill_step.user.tmpl"
	fileCalled  = "called_step.user.tmpl"
	fileCurrent = "current_step.tmpl"
	fileHistory = "history_step.tmpl"
	fileReask   = "reask.user.tmpl"

	fileBase   = "base_prompt.tmpl"
	fileRules  = "memory_rules.tmpl"
	fileMCP    = "mcp_rules.tmpl"
	filePrimer = "primer.assistant.tmpl"
	fileTool   = "tool_config.tmpl"
)

// configFile returns the file of a skill's configuration.
func configFile(skill string) string { return skill + "_config.tmpl" }

// Skills returns the skills of the document, in the order of its chapter 3. Each has a configuration.
func Skills() []string {
	return []string{"planning", "reflection", "summary", "instruction_generation", "think", "quick_think",
		"send_message", "process_message"}
}

// documentSkills returns those, and with them what managers and questions to the system need.
func documentSkills() []string { return append(Skills(), "task_manager", "agent_manager", "ask_info") }

// allSkills returns those and the program's.
func allSkills() []string { return append(documentSkills(), "decision", "tool_decision") }

// Prompts are the template files of the system.
type Prompts struct {
	set  prompt.Set
	text texts // where the memory is one text
	dict texts // where it has entries (program)
}

// texts are the constant texts of every prompt.
type texts struct {
	base, rules, mcp, primer pipeline.Pieces
	skills                   map[string]Guide
}

const paragraph = "\n\n"

// Load reads the template files of a folder, each with the type of its data.
func Load(fsys fs.FS) (*Prompts, error) {
	specs := []prompt.Spec{
		{File: fileStep, Sep: "\n", Data: stepData{}}, {File: fileCalled, Data: calledData{}},
		{File: fileCurrent, Data: currentData{}}, {File: fileHistory, Sep: "\n", Data: historyData{}},
		{File: fileReask, Data: reaskData{}}, {File: fileTool, Data: toolConfig{}},
		{File: fileRules, Sep: paragraph, Data: memoryData{}},
		{File: fileBase, Sep: paragraph}, {File: fileMCP, Sep: paragraph}, {File: filePrimer, Sep: paragraph},
	}
	for _, skill := range allSkills() {
		specs = append(specs, prompt.Spec{File: configFile(skill), Data: memoryData{}})
	}
	set, err := prompt.LoadAll(fsys, specs...)
	if err != nil {
		return nil, err
	}
	p := &Prompts{set: set}
	if p.text, err = p.fixed(documentSkills(), memoryData{}); err != nil {
		return nil, err
	}
	p.dict, err = p.fixed(allSkills(), memoryData{Dict: true, NoMemory: "[]"})
	return p, err
}

// fixed renders the texts that are the same in all prompts.
func (p *Prompts) fixed(skills []string, m memoryData) (texts, error) {
	t := texts{skills: map[string]Guide{}}
	for _, f := range []struct {
		file string
		data any
		into *pipeline.Pieces
	}{
		{fileBase, nil, &t.base}, {fileRules, m, &t.rules}, {fileMCP, nil, &t.mcp}, {filePrimer, nil, &t.primer},
	} {
		var err error
		if *f.into, err = p.rendered(f.file, f.data); err != nil {
			return t, err
		}
	}
	for _, skill := range skills {
		sections, err := p.set.Render(configFile(skill), m)
		if err != nil {
			return t, err
		}
		t.skills[skill] = guideOf(sections)
	}
	return t, nil
}

// texts returns those for the program's kind of memory.
func (p *Prompts) texts(c state.Compat) texts {
	if c == state.Program {
		return p.dict
	}
	return p.text
}

// user appends a rendered file as a user message.
func (p *Prompts) user(before []pipeline.Message, file string, data any) ([]pipeline.Message, error) {
	sections, err := p.set.Render(file, data)
	return append(before, pipeline.Message{Role: pipeline.RoleUser, Sections: sections}), err
}

// rendered renders a template for a part of a message.
func (p *Prompts) rendered(file string, data any) (pipeline.Pieces, error) {
	sections, err := p.set.Render(file, data)
	return pipeline.Message{Sections: sections}.Pieces(), err
}

// Primer returns the first entry of an agent's context (A5): the agent's own statement of its rules.
func (p *Prompts) Primer() pipeline.Message {
	return pipeline.Message{Role: pipeline.RoleAssistant,
		Sections: []pipeline.Section{pipeline.NewSection("primer", p.text.primer)}}
}
