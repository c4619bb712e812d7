package journal

import (
	"encoding/json"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// The types of which a case has dozens have their fields by numbers, and only those that are set: names would be most
// of their bytes. They convert to and from what they stand for, so a field that is added there has to be added here.

// sourceRecord is a pipeline.TextSource.
type sourceRecord struct {
	Kind   pipeline.TextKind `cbor:"1,keyasint,omitzero"`
	Name   string            `cbor:"2,keyasint,omitzero"`
	Define string            `cbor:"3,keyasint,omitzero"`
	Path   string            `cbor:"4,keyasint,omitzero"`
}

// originRecord is a pipeline.Origin.
type originRecord struct {
	Source  pipeline.Source `cbor:"1,keyasint,omitzero"`
	Match   pipeline.Match  `cbor:"2,keyasint,omitzero"`
	From    string          `cbor:"3,keyasint,omitzero"`
	Model   string          `cbor:"4,keyasint,omitzero"`
	Carried bool            `cbor:"5,keyasint,omitzero"`

	ModelDigest string    `cbor:"6,keyasint,omitzero"`
	Context     int       `cbor:"7,keyasint,omitzero"`
	Server      string    `cbor:"8,keyasint,omitzero"`
	At          time.Time `cbor:"9,keyasint,omitzero"`
	Other       bool      `cbor:"10,keyasint,omitzero"`
}

// messageRecord is a pipeline.Message.
type messageRecord struct {
	Role       string              `cbor:"1,keyasint,omitzero"`
	Sections   []sectionRecord     `cbor:"2,keyasint,omitzero"`
	ToolCalls  []pipeline.ToolCall `cbor:"3,keyasint,omitzero"`
	ToolCallID string              `cbor:"4,keyasint,omitzero"`
	Name       string              `cbor:"5,keyasint,omitzero"`
	Fields     json.RawMessage     `cbor:"6,keyasint,omitzero"`
	Source     sourceRecord        `cbor:"7,keyasint,omitzero"`
}

type sectionRecord struct {
	_    struct{} `cbor:",toarray"`
	Name string
	Text int // which of the texts of the case; below 0: of the journal, -1 is its first
}

// responseRecord is a pipeline.Response.
type responseRecord struct {
	Content   string              `cbor:"1,keyasint,omitzero"`
	ToolCalls []pipeline.ToolCall `cbor:"2,keyasint,omitzero"`
	Reasoning string              `cbor:"3,keyasint,omitzero"`
	Blocks    json.RawMessage     `cbor:"4,keyasint,omitzero"`
	Finish    string              `cbor:"5,keyasint,omitzero"`
	Usage     pipeline.Usage      `cbor:"6,keyasint,omitzero"`
	Takes     time.Duration       `cbor:"7,keyasint,omitzero"`
	Duration  time.Duration       `cbor:"8,keyasint,omitzero"`
	Origin    originRecord        `cbor:"9,keyasint,omitzero"`
}

func recordOfResponse(r *pipeline.Response) responseRecord {
	return responseRecord{
		Content: r.Content, ToolCalls: r.ToolCalls, Reasoning: r.Reasoning, Blocks: r.Blocks, Finish: r.Finish,
		Usage: r.Usage, Takes: r.Takes, Duration: r.Duration, Origin: originRecord(r.Origin),
	}
}

func (r *responseRecord) response() pipeline.Response {
	return pipeline.Response{
		Content: r.Content, ToolCalls: r.ToolCalls, Reasoning: r.Reasoning, Blocks: r.Blocks, Finish: r.Finish,
		Usage: r.Usage, Takes: r.Takes, Duration: r.Duration, Origin: pipeline.Origin(r.Origin),
	}
}

// scoreRecord is a score.Score.
type scoreRecord struct {
	Scorer string     `cbor:"1,keyasint,omitzero"`
	Metric string     `cbor:"2,keyasint,omitzero"`
	Facet  string     `cbor:"3,keyasint,omitzero"`
	Turn   string     `cbor:"4,keyasint,omitzero"`
	Path   string     `cbor:"5,keyasint,omitzero"`
	Line   int        `cbor:"6,keyasint,omitzero"`
	Unit   score.Unit `cbor:"7,keyasint,omitzero"`

	Value      float64 `cbor:"8,keyasint,omitzero"`
	Unmeasured bool    `cbor:"9,keyasint,omitzero"`
	Estimate   float64 `cbor:"10,keyasint,omitzero"`
	Estimated  bool    `cbor:"11,keyasint,omitzero"`

	Expected   bool     `cbor:"12,keyasint,omitzero"`
	Required   bool     `cbor:"13,keyasint,omitzero"`
	Holds      bool     `cbor:"14,keyasint,omitzero"`
	Want       string   `cbor:"15,keyasint,omitzero"`
	Got        string   `cbor:"16,keyasint,omitzero"`
	Reason     string   `cbor:"17,keyasint,omitzero"`
	Others     []string `cbor:"18,keyasint,omitzero"`
	Provenance []string `cbor:"19,keyasint,omitzero"`
}

// pointRecord is a coverage.Key.
type pointRecord struct {
	Kind coverage.Kind `cbor:"1,keyasint,omitzero"`
	In   string        `cbor:"2,keyasint,omitzero"`
	N    int           `cbor:"3,keyasint,omitzero"`
	Name string        `cbor:"4,keyasint,omitzero"`
}

// each returns a list of what f makes of each value; nil stays nil.
func each[A, B any](list []A, f func(A) B) []B {
	if list == nil {
		return nil
	}
	all := make([]B, len(list))
	for i, v := range list {
		all[i] = f(v)
	}
	return all
}

func recordOfScore(s score.Score) scoreRecord { return scoreRecord(s) }
func (s scoreRecord) score() score.Score      { return score.Score(s) }

func recordOfPoint(k coverage.Key) pointRecord { return pointRecord(k) }
func (k pointRecord) key() coverage.Key        { return coverage.Key(k) }
