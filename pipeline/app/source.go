package app

import "github.com/beaver-eval/beaver-eval/pipeline"

// heard notes what a user says, so that it is recognized in a prompt.
func (d *session) heard(in pipeline.Input) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.said == nil {
		d.said = map[string]pipeline.TextSource{}
	}
	if _, known := d.said[in.Text]; !known {
		d.said[in.Text] = in.Source
	}
}

// source sets the known sources of a message's texts: the user's words come from the case, the assistant's and tools'
// from them, all else from the program, by stage and section.
func (d *session) source(stage string, before []pipeline.Message, m *pipeline.Message) {
	from := pipeline.TextSource{Kind: pipeline.TextCode, Name: stage}
	switch m.Role {
	case pipeline.RoleAssistant:
		from = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: stage, Define: stage}
		m.Source = from
	case pipeline.RoleTool:
		name := toolOf(before, m.ToolCallID)
		from = pipeline.TextSource{Kind: pipeline.TextTool, Name: name, Define: name}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, s := range m.Sections {
		of := from
		if user, ok := d.said[s.Text]; ok && m.Role == pipeline.RoleUser {
			of = user
		}
		if of.Kind == pipeline.TextCode {
			of.Define = s.Name
		}
		m.Sections[i] = pipeline.NewSection(s.Name, of.Of(s.Text))
	}
}

// toolOf returns the name of the tool that gave a result.
func toolOf(before []pipeline.Message, id string) string {
	for _, m := range before {
		for _, c := range m.ToolCalls {
			if c.ID == id {
				return c.Name
			}
		}
	}
	return ""
}
