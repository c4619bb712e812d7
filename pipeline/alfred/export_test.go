package alfred

import (
	"io/fs"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// Renderings for external tests.

// Rendered are the templates of a folder.
type Rendered struct{ *prompts }

// LoadPrompts loads the templates of a folder.
func LoadPrompts(fsys fs.FS) (Rendered, error) {
	p, err := loadPrompts(fsys)
	return Rendered{p}, err
}

// Understand renders Understand's prompt for a message.
func (r Rendered) Understand(program bool, message pipeline.Pieces, e memory.Entities,
	c memory.Conversation) (string, error) {
	ms, err := r.understand(understandView{view{Message: message, Entities: e, Talk: c, Program: program}})
	return lastContent(ms), err
}

// Reply renders Reply's prompt for a turn.
func (r Rendered) Reply(program bool, e memory.Entities, c memory.Conversation, past memory.Reasoning,
	done []memory.Outcome) (string, error) {
	ms, err := r.reply(replyView{view: view{Entities: e, Talk: c, Reasoning: past, Program: program}, Done: done})
	return lastContent(ms), err
}

func lastContent(ms []pipeline.Message) string {
	if len(ms) == 0 {
		return ""
	}
	return ms[len(ms)-1].Content()
}

// ActTexts are the parts of an act prompt.
type ActTexts struct {
	Index, Steps, Calls                            int
	Type, Subdomain, Today                         string
	Header, Examples, Goal, Message, Schema        pipeline.Pieces
	Entities, Conversation, PrevTurn, Before, This pipeline.Pieces
	Profile, Guidance, Artifacts, Note             pipeline.Pieces
	Batch                                          []BatchItem
}

// BatchItem is an item of a batch.
type BatchItem = batchItem

// ActUser renders the user message of an act prompt.
func (r Rendered) ActUser(program bool, a ActTexts) (string, error) {
	data := actData{
		actKind: actKind{Subdomain: a.Subdomain, Type: a.Type}, Header: a.Header, Examples: a.Examples,
		Schema: a.Schema, Database: usesDatabase(a.Type), Number: a.Index + 1, Of: a.Steps, Task: a.Goal,
		Program: program,
		Calls:   a.Calls, Today: a.Today, Note: a.Note, Message: a.Message, Batch: a.Batch, Profile: a.Profile,
		Guidance: a.Guidance, PrevTurn: a.PrevTurn, Before: a.Before, This: a.This, Entities: a.Entities,
		Artifacts: a.Artifacts, Conversation: a.Conversation,
	}
	p, err := rendered(r.actUser, data.numbered())
	return p.String(), err
}

// ActSystemParts returns the files of Act's system message, in the program.
func (r Rendered) ActSystemParts(stepType string) ([]string, error) {
	m, err := ruled(r.actParts(stepType))
	return strings.Split(m.Content(), ruler), err
}

// File renders a template without data, by the name of the program's file.
func (r Rendered) File(name string) (string, error) {
	of := map[string]*prompt.Template{"base.md": r.actSystem, "crud.md": r.actCrud}[name]
	if of == nil {
		of = r.actTypes[strings.TrimSuffix(name, ".md")]
	}
	p, err := rendered(of, nil)
	return p.String(), err
}
