package score

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// holds reports whether a JSON value has everything that want names: the keys of its maps, at any depth; lists and
// scalars are equal.
func holds(raw json.RawMessage, want *strict.Node) bool {
	got, err := pipeline.ParseJSON(raw)
	return err == nil && pipeline.SubsetJSON(got, want.Value())
}
