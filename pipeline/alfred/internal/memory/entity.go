// The Registry is the SessionIdRegistry of Alfred (F4): it alone maps references to rows, so that models see recipe_1
// and the database sees the row's id.

package memory

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Entity is the registry's data on one reference, fit for prompts: it contains no id.
type Entity struct {
	Ref    string // recipe_1 of a row, gen_recipe_1 of an artefact (F4)
	Type   string // recipe, inv, meal, …
	Label  string
	From   pipeline.TextSource // of the label
	Action string              // its last action: read, created, generated, created:user, …
	Reason string              // why it stays active although it is old; empty: it does not
	Why    pipeline.TextSource // of the reason

	Pending bool                // an unsaved artefact
	Content json.RawMessage     // of an artefact, with its keys in order; kept until the end of the turn that saves it
	Made    pipeline.TextSource // of the content
	Step    *int                // the step that made the artefact, from 0

	Row   json.RawMessage     // what Alfred has seen of a row: its columns, with references; empty: none
	Seen  pipeline.TextSource // of the row
	Whole bool                // no column is missing in it

	Parts []string // the references of the rows that an artefact was saved as, if there are several

	Created  int // the turn
	LastRef  int // the last turn that touched it
	Promoted int // the turn that saved the artefact; 0: none

	Level    string // of a recipe: full or summary; empty: unknown
	LastFull int    // the last turn that read a recipe in full; 0: none
}

// GeneratedPrefix is the prefix of an artefact's reference (F4).
const GeneratedPrefix = "gen_"
