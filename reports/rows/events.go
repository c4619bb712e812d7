package rows

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// eventRow is a report of a system that is in no call's row, or a rejected answer.
type eventRow struct {
	Suite  string `parquet:"suite,dict"`
	Case   string `parquet:"case_id,dict"`
	Sample int32  `parquet:"sample"`
	Place  string `parquet:"place,dict"`
	Turn   string `parquet:"turn,dict"`
	Kind   string `parquet:"kind,dict"`
	Name   string `parquet:"name,dict"`
	Depth  int32  `parquet:"depth"`
	At     *int64 `parquet:"happened_at,timestamp(microsecond)"`
	Value  string `parquet:"value"`
}

func (r eventRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Place, r.Turn, r.Kind, r.Name, r.Value) + 2*numSize
}

func (r eventRow) check() (column, value string) { return "value", r.Value }

// isEvent reports whether a step has a row among the events.
func isEvent(s *trace.Step) bool {
	switch s.Kind {
	case pipeline.EntryEvent, pipeline.EntryRejected:
		return true
	case pipeline.EntryDecided, pipeline.EntryFallback:
		return !s.Attached
	}
	return false
}

func eventOf(res *result.Result, s *trace.Step) (eventRow, error) {
	value := s.Value
	if s.Fallback != nil {
		var err error
		if value, err = jsonvalue.Marshal(s.Fallback); err != nil {
			return eventRow{}, err
		}
	}
	if s.Kind == pipeline.EntryRejected {
		var err error
		if value, err = refusal(s.Failure); err != nil {
			return eventRow{}, err
		}
	}
	return eventRow{
		Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), Place: s.Path, Turn: turnOf(s.Path),
		Kind: string(s.Kind), Name: printable.Valid(s.Stage), Depth: int32(s.Depth), At: micros(s.At),
		Value: printable.Valid(string(orNull(value))),
	}, nil
}

// orNull returns null for missing JSON.
func orNull(value json.RawMessage) json.RawMessage {
	if len(value) == 0 {
		return json.RawMessage("null")
	}
	return value
}

// refusal returns why an answer was rejected, as the value of its event.
func refusal(f *pipeline.Failure) ([]byte, error) {
	why := struct {
		Reason pipeline.Reason `json:"reason"`
		Detail string          `json:"detail,omitempty"`
	}{Reason: f.Reason}
	if f.Err != nil {
		why.Detail = f.Err.Error()
	}
	return jsonvalue.Marshal(why)
}
