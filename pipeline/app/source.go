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

// gave notes an answer to the program.
func (d *session) gave(resp pipeline.Response) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.given += 1 + len(resp.ToolCalls) // each may become a message of its own
}

// earlier returns how many of the first messages are from before the case: they end with an assistant's message, and
// the case has given fewer answers than there are from there on. These are examples, or what the program has kept of
// another conversation.
func (d *session) earlier(messages []pipeline.Message) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	left := d.given
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role != pipeline.RoleAssistant {
			continue
		}
		if left == 0 {
			return i + 1
		}
		left--
	}
	return 0
}

// sources sets the known sources of the texts of messages: the user's words come from the case, the assistant's and
// tools' from them, all else from the program, by stage and section.
func (d *session) sources(stage string, messages []pipeline.Message) {
	earlier := d.earlier(messages)
	for i := range messages {
		d.source(stage, messages[:i], &messages[i], i < earlier)
	}
}

func (d *session) source(stage string, before []pipeline.Message, m *pipeline.Message, earlier bool) {
	from := pipeline.TextSource{Kind: pipeline.TextCode, Name: stage}
	switch {
	case earlier:
		m.Source = from
	case m.Role == pipeline.RoleAssistant:
		from = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: stage, Define: stage}
		m.Source = from
	case m.Role == pipeline.RoleTool:
		name := toolOf(before, m.ToolCallID)
		from = pipeline.TextSource{Kind: pipeline.TextTool, Name: name, Define: name}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, s := range m.Sections {
		of := from
		if user, ok := d.said[s.Text]; ok && m.Role == pipeline.RoleUser && !earlier {
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
