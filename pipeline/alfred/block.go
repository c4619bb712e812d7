package alfred

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
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

// wrong is a mistake of the case.
func wrong(format string, args ...any) error {
	return &pipeline.InputError{What: fmt.Sprintf("alfred: "+format, args...)}
}
