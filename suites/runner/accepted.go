package runner

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Accepted returns the requests of a case's golden, with path, stage and what was sent; none if the golden is missing
// or unreadable: the comparison reports that.
func Accepted(store goldens.Store, suite, id string) []pipeline.Request {
	f, err := store.Load(store.Path(suite, fixtures.FileName(id)))
	if err != nil || f == nil {
		return nil
	}
	all := make([]pipeline.Request, len(f.Calls))
	for i, c := range f.Calls {
		all[i] = pipeline.Request{
			Path: c.Path, Stage: c.Stage, Messages: c.Messages, Tools: c.Tools, Format: c.Format,
			Parameters: c.Parameters,
		}
	}
	return all
}
