// MeasureMalformed measures reply policies on malformed answers that others have collected: model output, with the
// values that the tests of JSON libraries expect.

package faults

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// Policies returns the measured policies, the stricter one first.
func Policies() []pipeline.Policy {
	return []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend}
}

// contractOf returns the contract that a policy has to fulfil.
func contractOf(p pipeline.Policy) string {
	switch p {
	case pipeline.Extract:
		return contractExtract
	case pipeline.Mend:
		return contractRepair
	}
	return contractMustFail
}

// MeasureMalformed reads the texts of a JSONL file under each policy. It stops when ctx ends, and at the first line
// that is no vector: its error names file and line.
func MeasureMalformed(ctx context.Context, file string) (*MalformedReport, error) {
	return measure(ctx, file, reply.Read)
}

func measure(ctx context.Context, file string, read reader) (*MalformedReport, error) {
	r := &MalformedReport{Policies: map[pipeline.Policy]*MalformedResult{}, Disagreements: []Disagreement{}}
	for _, p := range Policies() {
		r.Policies[p] = &MalformedResult{newTally(), newTally()}
	}
	err := eachVector(ctx, file, func(v vector) {
		if v.disputed {
			r.Skipped++
			return
		}
		r.Vectors++
		for _, p := range Policies() {
			r.add(p, v, read.judge(p, v))
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (r *MalformedReport) add(p pipeline.Policy, v vector, got judged) {
	tally := &r.Policies[p].MalformedTally
	if v.scalar() {
		tally = &r.Policies[p].Scalars
	}
	tally.add(v, got.malformedOutcome)
	if got.malformedOutcome == panicked || got.malformedOutcome != right && v.contract == contractOf(p) {
		r.Disagreements = append(r.Disagreements, newDisagreement(p, v, got))
	}
}
