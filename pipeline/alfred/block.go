package alfred

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Block configures Alfred: the rows of its database, and what it knows of the user. A case's own values override those
// of its suite.
type Block struct {
	Compat  string          `json:"compat"`  // "program": as the program where the description differs
	Tables  json.RawMessage `json:"tables"`  // the rows of the database, by table; the id of each is a UUID
	Profile string          `json:"profile"` // what is known of the user, in the prompts of think and act
	// the user's wishes, by subdomain, such as recipes; the first 800 characters of each count
	Guidance map[string]string `json:"guidance"`
	About    string            `json:"about"` // what the session is about
}

// TurnBlock configures how Alfred takes a turn, and what the user has changed before it.
type TurnBlock struct {
	Mode    string   `json:"mode"`    // how much is planned: plan, quick, create or cook (F2); default plan
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
