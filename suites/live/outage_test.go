package live

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// says is a model that behaves as a letter of the prompt says.
type says struct{ pipeline.Model }

// Chat implements pipeline.Model.
func (says) Chat(_ context.Context, req pipeline.Request) (pipeline.Response, error) {
	part := pipeline.Response{Content: "It i"}
	fail := func(r pipeline.Reason) error { return &pipeline.Failure{Reason: r, Err: errors.New("as played")} }
	switch req.Path {
	case "a":
		return part, nil
	case "o":
		return pipeline.Response{}, fail(pipeline.Overflow)
	case "t": // nothing came in time
		return pipeline.Response{}, fail(pipeline.Timeout)
	case "p": // a part came in time
		return part, fail(pipeline.Timeout)
	case "c": // a part came, and then the connection ended
		return part, fail(pipeline.Transport)
	case "u":
		return pipeline.Response{}, fail(pipeline.Unavailable)
	}
	return pipeline.Response{}, context.Canceled
}

// came returns what a system gets from consecutive calls, a letter each.
func came(o *Outage, calls string) string {
	var got []string
	for _, c := range calls {
		_, err := listening{says{}, o}.Chat(context.Background(), pipeline.Request{Path: string(c)})
		f, failed := errors.AsType[*pipeline.Failure](err)
		switch {
		case failed:
			got = append(got, string(f.Reason))
		case Cut([]error{err}):
			got = append(got, "cut")
		case err != nil:
			got = append(got, "ended")
		default:
			got = append(got, "answer")
		}
	}
	return strings.Join(got, " ")
}

func TestOutage(t *testing.T) {
	t.Parallel()
	for calls, want := range map[string]string{
		"auuuu":   "answer unavailable unavailable unavailable unavailable",
		"uuuuua":  "unavailable unavailable unavailable unavailable unavailable cut",
		"uuauuuu": "unavailable unavailable answer unavailable unavailable unavailable unavailable",
		"ucucuuo": "unavailable transport unavailable transport unavailable cut cut",
		"uuuuox":  "unavailable unavailable unavailable unavailable overflow ended",
		"uuuxua":  "unavailable unavailable unavailable ended unavailable answer", // the end of a run is no failure
		// no server has responded: a timeout is no answer
		"tttttt": "unavailable unavailable unavailable unavailable unavailable cut",
		"tutata": "unavailable unavailable unavailable answer timeout answer",
		// a server is there: the model is slow
		"attttta":  "answer timeout timeout timeout timeout timeout cut",
		"ctttta":   "transport timeout timeout timeout timeout cut",
		"pttttpta": "timeout timeout timeout timeout timeout timeout timeout answer",
		"ota":      "overflow timeout answer",
	} {
		if d := cmp.Diff(want, came(&Outage{}, calls)); d != "" {
			t.Errorf("%s (-want +got):\n%s", calls, d)
		}
	}
	if got := came(nil, "uuuuuuu"); strings.Contains(got, "cut") {
		t.Errorf("nobody notices: %s", got)
	}
}

// The error that stops a run names the calls and the last failure; no stage may fall back on it.
func TestOutageSays(t *testing.T) {
	t.Parallel()
	o := &Outage{}
	if came(o, "aaccuu"); o.Stopped() != nil {
		t.Errorf("after four calls: %v", o.Stopped())
	}
	came(o, "u")
	const want = "the server gave no answer to 5 calls in a row; the last one: unavailable: as played"
	if got := o.Stopped(); got == nil || got.Error() != want {
		t.Errorf("%v, want %s", got, want)
	}
	_, err := listening{says{}, o}.Chat(t.Context(), pipeline.Request{Path: "a"})
	if _, failed := errors.AsType[*pipeline.Failure](err); failed || !Cut([]error{errors.New("x"), err}) {
		t.Errorf("%v is a failure", err)
	}
	if Cut(nil) || Cut([]error{errors.New("x")}) {
		t.Error("what was not cut is cut")
	}
}

// A run stops exactly if five calls in a row get no answer, and stays stopped.
func TestOutageLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		calls := rapid.StringOfN(rapid.SampledFrom([]rune("aoptcuu")), 0, 30, -1).Draw(t, "calls")
		row, stops := 0, false
		for _, c := range calls {
			if row++; strings.ContainsRune("aop", c) {
				row = 0
			}
			stops = stops || row == 5
		}
		o := &Outage{}
		got := came(o, calls)
		if stopped := o.Stopped() != nil; stopped != stops {
			t.Errorf("%s: stopped %v: %s", calls, stopped, got)
		}
	})
}

// Embedders count too, and calls may be concurrent.
func TestOutageSideBySide(t *testing.T) {
	t.Parallel()
	o := &Outage{}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if i%2 == 0 {
				came(o, "u")
				return
			}
			_, err := listeningEmbedder{gone{}, o}.Embed(t.Context(), []string{"a"})
			if err == nil {
				t.Error("vectors of nobody")
			}
		})
	}
	wg.Wait()
	if o.Stopped() == nil {
		t.Error("twenty calls without an answer stop nothing")
	}
}

// gone is an absent embedder.
type gone struct{}

// Embed implements pipeline.Embedder.
func (gone) Embed(context.Context, []string) ([][]float32, error) {
	return nil, &pipeline.Failure{Reason: pipeline.Unavailable, Err: fmt.Errorf("refused")}
}
