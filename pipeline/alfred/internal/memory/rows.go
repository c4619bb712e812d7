package memory

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// row is a row of a table, or the content of an artefact, in results.
type row struct {
	*record.Object
	from pipeline.TextSource
}

// text returns the value of a key for a prompt; nothing if there is none.
func (r row) text(key string) pipeline.Pieces {
	v := r.Get(key)
	if v == nil {
		return nil
	}
	return r.from.Of(oneLine(record.Str(v)))
}

// rowsOf returns the rows by reference: of several results of a row, the last one counts.
func rowsOf(results []TurnResults, now []Result) map[string]row {
	rows := map[string]row{}
	for _, turn := range results {
		for _, s := range turn.Steps {
			addRows(rows, s.Data, s.From)
		}
	}
	for _, r := range now {
		addRows(rows, r.Data, r.From)
	}
	return rows
}

func addRows(rows map[string]row, data json.RawMessage, from pipeline.TextSource) {
	for _, o := range record.Rows(parse(data)) {
		if o.Text("id") != "" {
			rows[o.Text("id")] = row{o, from}
		}
	}
}

// parse parses a JSON value; nil if it is invalid.
func parse(data json.RawMessage) any {
	v, _ := record.Parse(data)
	return v
}
