package stored

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// models counts the calls answered by models whose server reported a digest or version.
type models map[Model]int

func (m models) add(c *rows.Case) {
	if c.Trace == nil {
		return
	}
	for _, call := range c.Trace.Calls() {
		if o := &call.Origin; o.ModelDigest+o.Server != "" {
			m[Model{Name: printable.Valid(o.Model), Digest: printable.Valid(o.ModelDigest),
				Server: printable.Valid(o.Server), Judge: call.Judges()}]++
		}
	}
}

// list returns the models by name, digest and version.
func (m models) list() []Model {
	var all []Model
	for model, calls := range m {
		model.Calls = calls
		all = append(all, model)
	}
	slices.SortFunc(all, func(a, b Model) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest), cmp.Compare(a.Server, b.Server))
	})
	return all
}
