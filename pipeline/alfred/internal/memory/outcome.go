package memory

import (
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Text returns the outcome of a step, in a line (F8).
func (o Outcome) Text() pipeline.Pieces {
	if len(o.Results) > 0 {
		records, failed := 0, 0
		for _, r := range o.Results {
			if r.Failed {
				failed++
				continue
			}
			records += count(parse(r.Data))
		}
		text := fmt.Sprintf("Processed %d records across %d operations", records, len(o.Results))
		if failed > 0 {
			text += fmt.Sprintf(", of which %d failed", failed)
		}
		return code(text)
	}
	switch v := parse(o.Data).(type) {
	case nil:
		return code("No records found")
	case []any:
		if len(v) == 0 {
			return code("No records found")
		}
		return code(strconv.Itoa(len(v)) + " records")
	case *record.Object:
		for _, key := range []string{"name", "title"} {
			if name := v.Get(key); record.Truthy(name) {
				return say("Created/updated '", o.From.Of(record.Str(name)), "'")
			}
		}
	}
	return code("completed")
}

// Serialized returns what is kept of a step: the last of its results (F8).
func (o Outcome) Serialized() Serialized {
	n := len(o.Results)
	switch {
	case n > 0:
		last := o.Results[n-1]
		return Serialized{Data: last.Data, Table: last.Table, Tool: last.Tool, From: last.From}
	case len(o.Data) == 0:
		return Serialized{Data: []byte("[]")}
	}
	return Serialized{Data: o.Data, From: o.From}
}

// count returns the number of records of a result.
func count(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case []any:
		return len(v)
	}
	return 1
}
