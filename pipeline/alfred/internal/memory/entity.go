// The Registry is the SessionIdRegistry of Alfred (F4): the one place that knows which row a reference means, so
// that models see recipe_1 and the database sees the row's id.

package memory

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Entity is what the registry knows of one reference, as prompts may show it: no id is in it.
type Entity struct {
	Ref    string // recipe_1 of a row, gen_recipe_1 of an artefact (F4)
	Type   string // recipe, inv, meal, …
	Label  string
	From   pipeline.TextSource // of the label
	Action string              // what happened to it last: read, created, generated, created:user, …
	Reason string              // why it stays active when it is old; empty: it does not
	Why    pipeline.TextSource // of the reason

	Pending bool                // an artefact that is not saved
	Content json.RawMessage     // of an artefact, with its keys in order; kept until the turn of its saving ends
	Made    pipeline.TextSource // of the content
	Step    *int                // the step that made the artefact, from 0

	Created  int // the turn
	LastRef  int // the turn that touched it last
	Promoted int // the turn that saved the artefact; 0: none

	Level    string // of a recipe: full or summary; empty: not known
	LastFull int    // the turn that read a recipe in full last; 0: none
}

// GeneratedPrefix begins the reference of an artefact (F4).
const GeneratedPrefix = "gen_"
