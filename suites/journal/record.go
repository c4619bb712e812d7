package journal

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/s2"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// The records are what they embed, except that fields of the same name replace those that CBOR cannot write: errors
// become texts, and the state of a session its JSON. Each text of a case is kept once, since most prompts repeat those
// before them.

type resultRecord struct {
	result.Result
	Texts   []textRecord // of sections
	Errors  []string
	Scores  []scoreRecord
	Covered coveredRecord
	Known   *struct{} `cbor:",omitempty"` // only the comparison needs it, which is done
	Changes []changeRecord
	Trace   *traceRecord
}

type coveredRecord struct {
	coverage.Case
	Reached []pointRecord
	Faults  []pointRecord
}

type changeRecord struct {
	result.Change
	Messages []messageRecord // of the golden
}

type traceRecord struct {
	trace.Trace
	Steps    []stepRecord
	Outcomes []outcomeRecord
}

// stepRecord is a trace.Step. Its fields are as those of short records.
type stepRecord struct {
	Kind     pipeline.EntryKind `cbor:"1,keyasint,omitzero"`
	Path     string             `cbor:"2,keyasint,omitzero"`
	Stage    string             `cbor:"3,keyasint,omitzero"`
	At       time.Time          `cbor:"4,keyasint,omitzero"`
	Depth    int                `cbor:"5,keyasint,omitzero"`
	Try      int                `cbor:"6,keyasint,omitzero"`
	Failure  *failureRecord     `cbor:"7,keyasint,omitzero"`
	Err      *string            `cbor:"8,keyasint,omitzero"`
	Tool     *pipeline.ToolUse  `cbor:"9,keyasint,omitzero"`
	Fallback *pipeline.Fallback `cbor:"10,keyasint,omitzero"`
	Value    json.RawMessage    `cbor:"11,keyasint,omitzero"`
	Decides  pipeline.Decides   `cbor:"12,keyasint,omitzero"`
	Call     *callRecord        `cbor:"13,keyasint,omitzero"`
	Attached bool               `cbor:"14,keyasint,omitzero"`
	Earlier  bool               `cbor:"15,keyasint,omitzero"`
}

type failureRecord struct {
	pipeline.Failure
	Err *string
}

type callRecord struct {
	trace.Call
	Origin   originRecord
	Response responseRecord
	Failure  *failureRecord
	Messages []messageRecord
}

type outcomeRecord struct {
	trace.Outcome
	State []byte // JSON; nil: none
}

// codec writes and reads results.
type codec struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

// largestCase limits the memory for one case, in bytes.
const largestCase = 1 << 30

func newCodec() (*codec, error) {
	c := &codec{}
	var errs [2]error
	c.enc, errs[0] = cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.EncMode()
	c.dec, errs[1] = cbor.DecOptions{
		UTF8: cbor.UTF8DecodeInvalid, MaxNestedLevels: 256, MaxArrayElements: 1 << 30, MaxMapPairs: 1 << 30,
	}.DecMode()
	return c, errors.Join(errs[:]...)
}

// encode returns a result as a compressed record. Texts that all cases have go to common.
func (c *codec) encode(r *result.Result, common *common) ([]byte, error) {
	rec := resultRecord{Result: *r, Errors: []string{}, Scores: each(r.Scores, recordOfScore), Covered: coveredRecord{
		r.Covered, each(r.Covered.Reached, recordOfPoint), each(r.Covered.Faults, recordOfPoint),
	}}
	for _, err := range r.Errors {
		rec.Errors = append(rec.Errors, err.Error())
	}
	texts := &texts{common: common, at: map[string]int{}}
	if r.Trace != nil {
		of, err := recordOf(r.Trace, texts)
		if err != nil {
			return nil, err
		}
		rec.Trace = of
	}
	for _, change := range r.Changes {
		rec.Changes = append(rec.Changes, texts.recordOfChange(change))
	}
	rec.Texts = texts.all
	return c.packed(rec)
}

// packed returns a value as compressed CBOR.
func (c *codec) packed(v any) ([]byte, error) {
	text, err := c.enc.Marshal(v)
	if err != nil {
		return nil, err
	}
	return s2.Encode(nil, text), nil
}

// unpack reads what packed has returned.
func (c *codec) unpack(data []byte, v any) error {
	size, err := s2.DecodedLen(data)
	if err == nil && size > largestCase {
		err = errors.New("it is too large")
	}
	var text []byte
	if err == nil {
		text, err = s2.Decode(nil, data)
	}
	if err != nil {
		return err
	}
	return c.dec.Unmarshal(text, v)
}

func recordOf(t *trace.Trace, texts *texts) (*traceRecord, error) {
	rec := &traceRecord{Trace: *t}
	for _, s := range t.Steps {
		step := recordOfStep(&s)
		if s.Call != nil {
			step.Call = texts.recordOf(s.Call)
		}
		rec.Steps = append(rec.Steps, step)
	}
	for _, o := range t.Outcomes {
		out := outcomeRecord{Outcome: o}
		if o.State != nil {
			text, err := json.Marshal(o.State)
			if err != nil {
				return nil, err
			}
			out.State = text
		}
		rec.Outcomes = append(rec.Outcomes, out)
	}
	return rec, nil
}

// recordOfStep returns a step without its call.
func recordOfStep(s *trace.Step) stepRecord {
	return stepRecord{
		Kind: s.Kind, Path: s.Path, Stage: s.Stage, At: s.At, Depth: s.Depth, Try: s.Try,
		Failure: recordOfFailure(s.Failure), Err: recordOfError(s.Err), Tool: s.Tool, Fallback: s.Fallback,
		Value: s.Value, Decides: s.Decides, Attached: s.Attached, Earlier: s.Earlier,
	}
}

// step returns the step without its call.
func (s *stepRecord) step() trace.Step {
	return trace.Step{
		Entry: pipeline.Entry{
			Kind: s.Kind, Path: s.Path, Stage: s.Stage, At: s.At, Depth: s.Depth, Try: s.Try,
			Failure: s.Failure.failure(), Err: errorOf(s.Err), Tool: s.Tool, Fallback: s.Fallback,
			Value: s.Value, Decides: s.Decides,
		},
		Attached: s.Attached, Earlier: s.Earlier,
	}
}

func recordOfError(err error) *string {
	if err == nil {
		return nil
	}
	text := err.Error()
	return &text
}

func recordOfFailure(f *pipeline.Failure) *failureRecord {
	if f == nil {
		return nil
	}
	return &failureRecord{*f, recordOfError(f.Err)}
}

// texts collects the texts of a case.
type texts struct {
	common *common
	all    []textRecord
	at     map[string]int // the last one of each
}

// recordOf returns the record of a call.
func (t *texts) recordOf(c *trace.Call) *callRecord {
	rec := &callRecord{
		Call: *c, Failure: recordOfFailure(c.Failure), Origin: originRecord(c.Origin),
		Response: recordOfResponse(&c.Response), Messages: t.records(c.Request.Messages),
	}
	rec.Request.Messages = nil
	return rec
}

// recordOfChange returns the record of a change.
func (t *texts) recordOfChange(c result.Change) changeRecord {
	rec := changeRecord{Change: c}
	if c.Golden != nil {
		golden := *c.Golden
		golden.Messages, rec.Messages = nil, t.records(golden.Messages)
		rec.Golden = &golden
	}
	return rec
}

// records returns the records of messages. nil stays nil.
func (t *texts) records(messages []pipeline.Message) []messageRecord {
	return each(messages, func(m pipeline.Message) messageRecord {
		rec := messageRecord{
			Role: m.Role, ToolCalls: m.ToolCalls, ToolCallID: m.ToolCallID, Name: m.Name, Fields: m.Fields,
			Source: sourceRecord(m.Source),
		}
		for _, s := range m.Sections {
			rec.Sections = append(rec.Sections, sectionRecord{Name: s.Name, Text: t.add(s)})
		}
		return rec
	})
}

// add returns the number of a section's text. A text from another source is another one.
func (t *texts) add(s pipeline.Section) int {
	pieces := s.Pieces()
	if i, ok := t.common.add(s.Text, pieces); ok {
		return -1 - i
	}
	if i, ok := t.at[s.Text]; ok && t.all[i].is(pieces) {
		return i
	}
	t.at[s.Text] = len(t.all)
	t.all = append(t.all, textRecordOf(s.Text, pieces))
	return len(t.all) - 1
}

// find returns the text with a number; nil: there is none.
func (t *texts) find(number int) *textRecord {
	all := t.all
	if number < 0 {
		number, all = -1-number, t.common.all
	}
	if number < 0 || number >= len(all) {
		return nil
	}
	return &all[number]
}

// decode returns the result of a compressed record, with the texts that Open has found in the journal.
func (c *codec) decode(data []byte, found []textRecord) (*result.Result, error) {
	var rec resultRecord
	if err := c.unpack(data, &rec); err != nil {
		return nil, err
	}
	var err error
	texts := &texts{common: &common{all: found}, all: rec.Texts}
	r := &rec.Result
	r.Scores, r.Covered = each(rec.Scores, scoreRecord.score), rec.Covered.Case
	r.Covered.Reached = each(rec.Covered.Reached, pointRecord.key)
	r.Covered.Faults = each(rec.Covered.Faults, pointRecord.key)
	for _, text := range rec.Errors {
		r.Errors = append(r.Errors, errors.New(text))
	}
	for _, c := range rec.Changes {
		if c.Golden != nil {
			if c.Golden.Messages, err = join(c.Messages, texts); err != nil {
				return nil, err
			}
		}
		r.Changes = append(r.Changes, c.Change)
	}
	if rec.Trace != nil {
		r.Trace, err = rec.Trace.trace(texts)
	}
	return r, err
}

func (rec *traceRecord) trace(texts *texts) (*trace.Trace, error) {
	t := &rec.Trace
	for i := range rec.Steps {
		s := &rec.Steps[i]
		step := s.step()
		if s.Call != nil {
			step.Call = &s.Call.Call
			step.Call.Failure = s.Call.Failure.failure()
			step.Call.Origin = pipeline.Origin(s.Call.Origin)
			step.Call.Response = s.Call.Response.response()
			var err error
			if step.Call.Request.Messages, err = join(s.Call.Messages, texts); err != nil {
				return nil, err
			}
		}
		t.Steps = append(t.Steps, step)
	}
	for _, o := range rec.Outcomes {
		out := o.Outcome
		if o.State != nil {
			out.State = json.RawMessage(o.State)
		}
		t.Outcomes = append(t.Outcomes, out)
	}
	return t, nil
}

func errorOf(text *string) error {
	if text == nil {
		return nil
	}
	return errors.New(*text)
}

func (f *failureRecord) failure() *pipeline.Failure {
	if f == nil {
		return nil
	}
	f.Failure.Err = errorOf(f.Err)
	return &f.Failure
}

// join returns messages with their sections.
func join(records []messageRecord, texts *texts) ([]pipeline.Message, error) {
	var missing error
	messages := each(records, func(rec messageRecord) pipeline.Message {
		m := pipeline.Message{
			Role: rec.Role, ToolCalls: rec.ToolCalls, ToolCallID: rec.ToolCallID, Name: rec.Name, Fields: rec.Fields,
			Source: pipeline.TextSource(rec.Source),
		}
		for _, s := range rec.Sections {
			section, err := texts.section(s)
			if err != nil {
				missing = err
			}
			m.Sections = append(m.Sections, section)
		}
		return m
	})
	return messages, missing
}

// section returns the section of a record.
func (t *texts) section(rec sectionRecord) (pipeline.Section, error) {
	text := t.find(rec.Text)
	if text == nil {
		return pipeline.Section{}, errors.New("a section without its text")
	}
	pieces, err := text.cut()
	if err != nil {
		return pipeline.Section{}, err
	}
	section := pipeline.Section{Name: rec.Name, Text: text.Text}
	return section.WithPieces(pieces), nil
}
