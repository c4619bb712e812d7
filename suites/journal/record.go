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
// become texts, the state of a session becomes its JSON, and the pieces of a section are beside its text.

type resultRecord struct {
	result.Result
	Errors []string
	Known  *struct{} `cbor:",omitempty"` // only the comparison needs it, which is done
	Trace  *traceRecord
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
	Failure *failureRecord
	Pieces  [][][]piece // of each section of each message
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
	if r.Trace != nil {
		of, err := recordOf(r.Trace)
		if err != nil {
			return nil, err
		}
		rec.Trace = of
	}
	text, err := c.enc.Marshal(rec)
	if err != nil {
		return nil, err
	}
	return c.pack.EncodeAll(text, nil), nil
}

func recordOf(t *trace.Trace) (*traceRecord, error) {
	rec := &traceRecord{Trace: *t}
	for _, s := range t.Steps {
		step := stepRecord{Step: s, Failure: recordOfFailure(s.Failure), Err: recordOfError(s.Err)}
		if s.Call != nil {
			step.Call = &callRecord{Call: *s.Call, Failure: recordOfFailure(s.Call.Failure), Pieces: piecesOf(s.Call)}
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

func piecesOf(c *trace.Call) [][][]piece {
	var all [][][]piece
	for _, m := range c.Request.Messages {
		var sections [][]piece
		for _, s := range m.Sections {
			var pieces []piece
			for _, p := range s.Pieces() {
				pieces = append(pieces, piece{len(p.Text), p.Line, p.Source})
			}
			sections = append(sections, pieces)
		}
		all = append(all, sections)
	}
	return all
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
	if rec.Trace != nil {
		r.Trace, err = rec.Trace.trace()
	}
	return r, err
}

func (rec *traceRecord) trace() (*trace.Trace, error) {
	t := &rec.Trace
	for i := range rec.Steps {
		s := &rec.Steps[i]
		step := s.Step
		step.Failure, step.Err = s.Failure.failure(), errorOf(s.Err)
		if s.Call != nil {
			step.Call = &s.Call.Call
			step.Call.Failure = s.Call.Failure.failure()
			if err := s.Call.cut(); err != nil {
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

// cut gives the sections their pieces.
func (c *callRecord) cut() error {
	for i, m := range c.Request.Messages {
		for j, s := range m.Sections {
			if i >= len(c.Pieces) || j >= len(c.Pieces[i]) {
				return errors.New("a section without its pieces")
			}
			var pieces pipeline.Pieces
			rest := s.Text
			for _, p := range c.Pieces[i][j] {
				if p.Bytes < 0 || p.Bytes > len(rest) {
					return errors.New("a piece beyond its section")
				}
				pieces = append(pieces, pipeline.Piece{Text: rest[:p.Bytes], Source: p.Source, Line: p.Line})
				rest = rest[p.Bytes:]
			}
			m.Sections[j] = s.WithPieces(slices.Clip(pieces))
		}
	}
	return nil
}
