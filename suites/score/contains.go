package score

import (
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// ContainsJSON reports whether a JSON value contains want: all keys of its maps, at any depth; lists and scalars must
// be equal.
func ContainsJSON(raw []byte, want *strict.Node) bool {
	got, err := jsonvalue.Parse(raw)
	return err == nil && jsonvalue.Contains(got, want.Value())
}
