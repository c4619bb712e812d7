package page

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Event is what a system reported apart from its calls: an event, a decision that no call of the case made, or a
// fallback that was taken without one.
type Event struct {
	Place string `json:"place"`
	Turn  string `json:"turn,omitempty"` // left out: before the first one
	Kind  string `json:"kind"`           // event, decided or fallback
	Name  string `json:"name"`           // of the event; else the stage
	Value string `json:"value"`          // JSON
}

// eventRow has the columns of a report of a system that is in no call's row.
type eventRow struct {
	rows.Of
	Place string `parquet:"place,dict"`
	Turn  string `parquet:"turn,dict"`
	Kind  string `parquet:"kind,dict"`
	Name  string `parquet:"name,dict"`
	Value string `parquet:"value"`
}

// eventsOf returns the events of a case; rejected answers stand by their calls.
func eventsOf(all []eventRow) []Event {
	var events []Event
	for i := range all {
		if r := &all[i]; pipeline.EntryKind(r.Kind) != pipeline.EntryRejected {
			events = append(events, Event{r.Place, r.Turn, r.Kind, r.Name, r.Value})
		}
	}
	return events
}
