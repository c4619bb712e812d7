package journal

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/beaver-eval/beaver-eval/pipeline"
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
	Known   *struct{} `cbor:",omitempty"` // only the comparison needs it, which is done
	Changes []changeRecord
	Trace   *traceRecord
}

type changeRecord struct {
	result.Change
	Sections [][]sectionRecord // of each message of the golden
}

type traceRecord struct {
	trace.Trace
	Steps    []stepRecord
	Outcomes []outcomeRecord
}

type stepRecord struct {
	trace.Step
	Failure *failureRecord
	Err     *string
	Call    *callRecord
}

type failureRecord struct {
	pipeline.Failure
	Err *string
}

type callRecord struct {
	trace.Call
	Failure  *failureRecord
	Sections [][]sectionRecord // of each message
}

type sectionRecord struct {
	Name string
	Text int // which of the texts
}

type textRecord struct {
	Text   string
	Pieces []piece
}

// piece is a pipeline.Piece whose text is in its section.
type piece struct {
	Bytes  int
	Line   int
	Source pipeline.TextSource
}

type outcomeRecord struct {
	trace.Outcome
	State []byte // JSON; nil: none
}

// codec writes and reads results.
type codec struct {
	enc  cbor.EncMode
	dec  cbor.DecMode
	pack *zstd.Encoder
	open *zstd.Decoder
}

// largestCase limits the memory for one case, in bytes.
const largestCase = 1 << 30

func newCodec() (*codec, error) {
	c := &codec{}
	var errs [4]error
	c.enc, errs[0] = cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.EncMode()
	c.dec, errs[1] = cbor.DecOptions{
		UTF8: cbor.UTF8DecodeInvalid, MaxNestedLevels: 256, MaxArrayElements: 1 << 30, MaxMapPairs: 1 << 30,
	}.DecMode()
	c.pack, errs[2] = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	c.open, errs[3] = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(largestCase))
	return c, errors.Join(errs[:]...)
}

// encode returns a result as a compressed record.
func (c *codec) encode(r *result.Result) ([]byte, error) {
	rec := resultRecord{Result: *r, Errors: []string{}}
	for _, err := range r.Errors {
		rec.Errors = append(rec.Errors, err.Error())
	}
	texts := &texts{at: map[string]int{}}
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
	text, err := c.enc.Marshal(rec)
	if err != nil {
		return nil, err
	}
	return c.pack.EncodeAll(text, nil), nil
}

func recordOf(t *trace.Trace, texts *texts) (*traceRecord, error) {
	rec := &traceRecord{Trace: *t}
	for _, s := range t.Steps {
		step := stepRecord{Step: s, Failure: recordOfFailure(s.Failure), Err: recordOfError(s.Err)}
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
	all []textRecord
	at  map[string]int // the last one of each
}

// recordOf returns a call whose messages have no sections.
func (t *texts) recordOf(c *trace.Call) *callRecord {
	rec := &callRecord{Call: *c, Failure: recordOfFailure(c.Failure)}
	rec.Request.Messages, rec.Sections = t.cut(c.Request.Messages)
	return rec
}

// recordOfChange returns a change whose golden's messages have no sections.
func (t *texts) recordOfChange(c result.Change) changeRecord {
	rec := changeRecord{Change: c}
	if c.Golden != nil {
		golden := *c.Golden
		golden.Messages, rec.Sections = t.cut(golden.Messages)
		rec.Golden = &golden
	}
	return rec
}

// cut returns messages without their sections, and the records of these.
func (t *texts) cut(messages []pipeline.Message) ([]pipeline.Message, [][]sectionRecord) {
	var all [][]sectionRecord
	without := slices.Clone(messages)
	for i, m := range messages {
		without[i].Sections = nil
		var sections []sectionRecord
		for _, s := range m.Sections {
			sections = append(sections, sectionRecord{s.Name, t.add(s)})
		}
		all = append(all, sections)
	}
	return without, all
}

// add returns the index of a section's text. A text from another source is another one.
func (t *texts) add(s pipeline.Section) int {
	var pieces []piece
	for _, p := range s.Pieces() {
		pieces = append(pieces, piece{len(p.Text), p.Line, p.Source})
	}
	if i, ok := t.at[s.Text]; ok && slices.Equal(t.all[i].Pieces, pieces) {
		return i
	}
	t.at[s.Text] = len(t.all)
	t.all = append(t.all, textRecord{s.Text, pieces})
	return len(t.all) - 1
}

// decode returns the result of a compressed record.
func (c *codec) decode(data []byte) (*result.Result, error) {
	text, err := c.open.DecodeAll(data, nil)
	if err != nil {
		return nil, err
	}
	var rec resultRecord
	if err := c.dec.Unmarshal(text, &rec); err != nil {
		return nil, err
	}
	r := &rec.Result
	for _, text := range rec.Errors {
		r.Errors = append(r.Errors, errors.New(text))
	}
	for _, c := range rec.Changes {
		if c.Golden != nil {
			if err := join(c.Golden.Messages, c.Sections, rec.Texts); err != nil {
				return nil, err
			}
		}
		r.Changes = append(r.Changes, c.Change)
	}
	if rec.Trace != nil {
		r.Trace, err = rec.Trace.trace(rec.Texts)
	}
	return r, err
}

func (rec *traceRecord) trace(texts []textRecord) (*trace.Trace, error) {
	t := &rec.Trace
	for i := range rec.Steps {
		s := &rec.Steps[i]
		step := s.Step
		step.Failure, step.Err = s.Failure.failure(), errorOf(s.Err)
		if s.Call != nil {
			step.Call = &s.Call.Call
			step.Call.Failure = s.Call.Failure.failure()
			if err := join(s.Call.Request.Messages, s.Call.Sections, texts); err != nil {
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

// join gives messages their sections.
func join(messages []pipeline.Message, sections [][]sectionRecord, texts []textRecord) error {
	for i := range messages {
		if i >= len(sections) {
			return errors.New("a message without its sections")
		}
		for _, s := range sections[i] {
			if s.Text < 0 || s.Text >= len(texts) {
				return errors.New("a section without its text")
			}
			pieces, err := texts[s.Text].cut()
			if err != nil {
				return err
			}
			section := pipeline.Section{Name: s.Name, Text: texts[s.Text].Text}
			messages[i].Sections = append(messages[i].Sections, section.WithPieces(pieces))
		}
	}
	return nil
}

// cut returns the pieces of the text.
func (t *textRecord) cut() (pipeline.Pieces, error) {
	var pieces pipeline.Pieces
	rest := t.Text
	for _, p := range t.Pieces {
		if p.Bytes < 0 || p.Bytes > len(rest) {
			return nil, errors.New("a piece beyond its text")
		}
		pieces = append(pieces, pipeline.Piece{Text: rest[:p.Bytes], Source: p.Source, Line: p.Line})
		rest = rest[p.Bytes:]
	}
	return pieces, nil
}
