package alfred

import (
	"io/fs"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/layers"
)

// What tests outside of the package render.

// Rendered are the templates of a folder.
type Rendered struct{ *prompts }

// LoadPrompts loads the templates of a folder.
func LoadPrompts(fsys fs.FS) (Rendered, error) {
	p, err := loadPrompts(fsys)
	return Rendered{p}, err
}

// Understand is what Understand reads of a message, in the program.
func (r Rendered) Understand(message pipeline.Pieces, e layers.Entities, c layers.Conversation) (string, error) {
	ms, err := r.understand(understandView{view{Message: message, Entities: e, Talk: c, Program: true}})
	return lastContent(ms), err
}

// Reply is what Reply reads of a turn, in the program.
func (r Rendered) Reply(e layers.Entities, c layers.Conversation, past layers.Reasoning,
	done []layers.Outcome) (string, error) {
	ms, err := r.reply(replyView{view: view{Entities: e, Talk: c, Reasoning: past, Program: true}, Done: done})
	return lastContent(ms), err
}

func lastContent(ms []pipeline.Message) string {
	if len(ms) == 0 {
		return ""
	}
	return ms[len(ms)-1].Content()
}
