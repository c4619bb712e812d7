package faults

import (
	"context"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A contract says what a library promises for a text: the name of the policy that promises the same, and the meaning of
// an expected null.
const (
	contractRepair        = "repair"
	contractExtract       = "extract"
	contractMustFail      = "must-fail"
	contractMustFailTyped = "must-fail (typed)" // as a value of a type given to the library
)

// vector is a text that a model gave, with the value that a library's own test expects of it.
type vector struct {
	source   string
	id       string
	raw      string
	kind     string // what is wrong with the text
	contract string
	expected *strict.Node
	disputed bool // libraries expect different values
}

// mustFail reports whether no value may be read. Under other contracts null is a value like others.
func (v vector) mustFail() bool {
	if v.expected.Kind != strict.Null {
		return false
	}
	return v.contract == contractExtract || v.contract == contractMustFail || v.contract == contractMustFailTyped
}

// scalar reports whether the expected value is neither an object nor an array.
func (v vector) scalar() bool {
	return v.expected.Kind != strict.Map && v.expected.Kind != strict.List && !v.mustFail()
}

// eachVector passes the vectors of a JSONL file to take, one at a time. Errors name file and line.
func eachVector(ctx context.Context, file string, take func(vector)) error {
	in, err := disk.Open(file)
	if err != nil {
		return pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	defer in.Close()
	return fixtures.EachLine(ctx, in, file, func(line int, data []byte) error {
		n, err := strict.ParseJSON(file, line, data)
		if err != nil {
			return err
		}
		v, err := decode(n)
		if err == nil {
			take(v)
		}
		return err
	})
}

// decode reads a vector. Unknown keys are ignored.
func decode(n *strict.Node) (vector, error) {
	if n.Kind != strict.Map {
		return vector{}, n.Errorf("want a vector, an object with id, raw and expected")
	}
	v := vector{expected: n.Get("expected")}
	for _, f := range []struct {
		key string
		to  *string
	}{{"source", &v.source}, {"id", &v.id}, {"raw", &v.raw}, {"kind", &v.kind}, {"contract", &v.contract}} {
		at := n.Get(f.key)
		if at == nil {
			return vector{}, n.Errorf("no %s", f.key)
		}
		if err := at.Decode(f.to); err != nil {
			return vector{}, err
		}
	}
	if v.expected == nil {
		return vector{}, n.Errorf("no expected (null says that the text must fail)")
	}
	if at := n.Get("libraries_disagree"); at != nil {
		v.disputed = at.Kind != strict.Null && at.Text != "false"
	}
	return v, nil
}
