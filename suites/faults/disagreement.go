package faults

import (
	"errors"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// Disagreement is a vector whose contract the policy violates, or on which it panics.
type Disagreement struct {
	Policy   pipeline.Policy `json:"policy"`
	ID       string          `json:"id"`
	What     string          `json:"what"`     // one of a few words, by which disagreements can be counted
	Got      string          `json:"got"`      // the value, cut off; or why there is none
	Expected string          `json:"expected"` // the value, cut off
}

// Scalar is the word for a disagreement about a value that is neither an object nor an array.
const Scalar = "scalar"

// Words for values that were refused or should have been. Those for wrong values are words of differs.
const (
	whatPanic     = "panic"
	whatAccepted  = "accepted"     // it must fail
	whatTwo       = "two values"   // refused: the text holds two different ones
	whatNoBracket = "no bracket"   // refused: nothing in the text begins like an object or array
	whatBroken    = "broken"       // refused: it is no JSON, and the policy repairs nothing
	whatUnmended  = "not repaired" // refused: it is no JSON, and was not repaired
)

func newDisagreement(p pipeline.Policy, v vector, got judged) Disagreement {
	return Disagreement{
		Policy: p, ID: fmt.Sprintf("%.100s", v.id), What: what(p, v, got), Got: got.short(),
		Expected: short(v.expected.JSON()),
	}
}

func what(p pipeline.Policy, v vector, got judged) string {
	switch {
	case got.malformedOutcome == panicked:
		return whatPanic
	case v.mustFail():
		return whatAccepted
	case v.scalar():
		return Scalar
	case got.malformedOutcome == wrong:
		return differs(got.value, v.expected.Value())
	case errors.Is(got.err, reply.ErrAmbiguous):
		return whatTwo
	case !strings.ContainsAny(v.raw, "{["):
		return whatNoBracket
	case p == pipeline.Mend:
		return whatUnmended
	}
	return whatBroken
}

// short returns a value, or in brackets why there is none, on one short line.
func (j judged) short() string {
	text, err := jsonvalue.Marshal(j.value)
	if j.err != nil {
		err = j.err
	}
	if err == nil {
		return short(text)
	}
	why := err.Error()
	if f, ok := errors.AsType[*pipeline.Failure](err); ok {
		why = string(f.Reason) // the rest is said by What
	}
	return "(" + short([]byte(why)) + ")"
}

func short(text []byte) string {
	const most = 40 // characters
	runes := []rune(string(text))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}
