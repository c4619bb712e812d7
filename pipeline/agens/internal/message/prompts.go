package message

import (
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// The template files, one for each side of a prompt.
const (
	fileSystem = "serving.system.tmpl"
	fileUser   = "serving.user.tmpl"
)

// Prompts are the two template files.
type Prompts struct{ set prompt.Set }

// Load reads the template files of a folder.
func Load(fsys fs.FS) (*Prompts, error) {
	set, err := prompt.LoadAll(fsys, prompt.Spec{File: fileSystem, Data: data{}},
		prompt.Spec{File: fileUser, Data: data{}})
	if err != nil {
		return nil, err
	}
	return &Prompts{set}, nil
}

// data is the data of the templates: a message with encoded JSON.
type data struct {
	Message
	Several                          bool // nodes
	Nodes, Jobs                      pipeline.Pieces
	ToolDefs, ToolCalls, ToolResults pipeline.Pieces
}

// Build returns the sections of both sides, in the order of the files: stable ones for the system, those that change
// from visit to visit for the user (G0).
func (p *Prompts) Build(m Message) (system, user []pipeline.Section, err error) {
	d := data{
		Message: m, Several: len(m.Nodes) > 1, Nodes: list(m.Nodes), Jobs: list(m.Jobs),
		ToolDefs: list(m.ToolDefs), ToolCalls: list(m.ToolCalls),
	}
	if len(m.ToolResults) > 0 {
		d.ToolResults = JSON(m.ToolResults)
	}
	if system, err = p.set.Render(fileSystem, d); err != nil {
		return nil, nil, err
	}
	user, err = p.set.Render(fileUser, d)
	return system, user, err
}

// list encodes a list; nothing, if it is empty.
func list(all []any) pipeline.Pieces {
	if len(all) == 0 {
		return nil
	}
	return JSON(all)
}

// Pair returns one message per side, its sections separated by a line; a side without sections has none (G4).
func Pair(system, user []pipeline.Section) []pipeline.Message {
	var all []pipeline.Message
	for _, side := range []pipeline.Message{
		{Role: pipeline.RoleSystem, Sections: joined(system)}, {Role: pipeline.RoleUser, Sections: joined(user)},
	} {
		if len(side.Sections) > 0 {
			all = append(all, side)
		}
	}
	return all
}

// joined appends the separating line to all sections but the last.
func joined(sections []pipeline.Section) []pipeline.Section {
	all := make([]pipeline.Section, len(sections))
	for i, s := range sections {
		if i < len(sections)-1 {
			s = pipeline.NewSection(s.Name, pipeline.JoinPieces(s.Pieces(), pipeline.TextSource{}.Of("\n")))
		}
		all[i] = s
	}
	return all
}

// Chat returns a message for each section, those of the system first (G0).
func Chat(system, user []pipeline.Section) []pipeline.Message {
	var all []pipeline.Message
	for _, s := range system {
		all = append(all, pipeline.Message{Role: pipeline.RoleSystem, Sections: []pipeline.Section{s}})
	}
	for _, s := range user {
		all = append(all, pipeline.Message{Role: pipeline.RoleUser, Sections: []pipeline.Section{s}})
	}
	return all
}
