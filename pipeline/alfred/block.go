package alfred

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Block is Alfred's block of a case, or of a suite for all of its cases, under the key "alfred".
type Block struct {
	Compat  string          `json:"compat"`  // "program" has it follow the program where the article differs
	Tables  json.RawMessage `json:"tables"`  // the rows of tables, by table; each has an id, which is a UUID
	Profile string          `json:"profile"` // the user's profile, as prompts show it
	// the user's wishes, by subdomain; the first 800 characters of each count
	Guidance map[string]string `json:"guidance"`
	About    string            `json:"about"` // the topic of the session
}

// TurnBlock is Alfred's block of a turn.
type TurnBlock struct {
	Mode    string   `json:"mode"`    // the mode of the turn: plan (default), quick, create or cook (F2)
	Changes []Change `json:"changes"` // what the user has changed by hand since the last turn
}

// Change is a user's change of a row in the interface (F4).
type Change struct {
	// what the user did: created, updated, deleted or mentioned
	Do    string          `json:"do" strict:"required"`
	Table string          `json:"table" strict:"required"` // the table of the row
	ID    string          `json:"id"`                      // the id of the row; a new row has it among its values
	Row   json.RawMessage `json:"row"`                     // the new values: a whole row, or the changed columns
}

// asProgram is the value for the program's behaviour.
const asProgram = "program"

func (b *Block) program() bool { return b.Compat == asProgram }

// wrong returns an error of the case.
func wrong(format string, args ...any) error {
	return &pipeline.InputError{What: fmt.Sprintf("alfred: "+format, args...)}
}
