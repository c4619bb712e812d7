package alfred

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/crud"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/domain"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/layers"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/record"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/registry"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/tables"
)

// Block is what a case, or a suite for all of its cases, says for Alfred alone. It stands under the key "alfred".
type Block struct {
	Compat   string            `json:"compat"`   // program: as the program does where the article says something else
	Tables   json.RawMessage   `json:"tables"`   // rows by table; each has an id, which is a UUID
	Profile  string            `json:"profile"`  // of the user, in prompts
	Guidance map[string]string `json:"guidance"` // by subdomain; the first 800 characters of each
	About    string            `json:"about"`    // what the session is about
}

// TurnBlock is what a turn says for Alfred alone.
type TurnBlock struct {
	Mode    string   `json:"mode"`    // plan (default), quick, create or cook (F2)
	Changes []Change `json:"changes"` // that the user has made by hand since the last turn
}

// Change is what the user did with a row in the interface (F4).
type Change struct {
	Do    string          `json:"do" strict:"required"` // created, updated, deleted or mentioned
	Table string          `json:"table" strict:"required"`
	ID    string          `json:"id"`  // of the row; of a new one it stands in the row
	Row   json.RawMessage `json:"row"` // what is new: all of a row, or the columns that change
}

// asProgram is the value that asks for the program's behaviour.
const asProgram = "program"

func (b *Block) program() bool { return b.Compat == asProgram }

func (c *conversation) program() bool { return c.block.program() }

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	if !ok {
		b = &Block{}
	}
	if b.Compat != "" && b.Compat != asProgram {
		return nil, wrong("compat: want %s or nothing, got %q", asProgram, b.Compat)
	}
	rows := &record.Object{}
	if len(b.Tables) > 0 {
		var err error
		if rows, err = record.ParseObject(b.Tables); err != nil {
			return nil, wrong("tables: %v", err)
		}
	}
	kitchen := domain.Kitchen()
	loaded, err := tables.Load(kitchen, rows)
	if err != nil {
		return nil, wrong("tables: %v", err)
	}
	loaded.AnyColumn = b.program()
	conv := &conversation{
		prompts: s.prompts, block: *b, Layer: &crud.Layer{Tables: loaded, Registry: registry.New(kitchen, b.program())},
	}
	conv.talk = talkOf(c.History, b.About)
	return conv, nil
}

// talkOf is the talk that a case begins with: what a user has said, each with what was answered.
func talkOf(history []pipeline.Message, about string) layers.Conversation {
	talk := layers.Conversation{Engagement: blockText("about").Of(about)}
	var open *layers.Turn
	for _, m := range history {
		switch {
		case m.Role == pipeline.RoleUser:
			if open != nil {
				talk = talk.Add(*open)
			}
			open = &layers.Turn{User: m.Pieces()}
		case m.Role == pipeline.RoleAssistant && open != nil && m.Content() != "":
			open.Assistant = m.Pieces()
		}
	}
	if open != nil {
		talk = talk.Add(*open)
	}
	return talk
}

// wrong is a mistake of the case.
func wrong(format string, args ...any) error {
	return &pipeline.InputError{What: fmt.Sprintf("alfred: "+format, args...)}
}
