package metric

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// CallSizes are the sizes of the calls of an older run, by suite, case and path: 24 bytes a call.
type CallSizes struct {
	rows []callSize
}

// CallSize is how large a call was.
type CallSize struct {
	Tokens   int           // of the prompt
	Counted  bool          // by the model; else estimated
	Estimate int           // of the prompt, whether or not it was counted; 0: unknown
	Took     time.Duration // of a model, for this very request; 0: unknown
}

type callSize struct {
	key      uint64
	tokens   uint32
	estimate uint32
	micros   uint32
	counted  bool
}

// NewCallSizes makes room for so many calls.
func NewCallSizes(calls int) *CallSizes { return &CallSizes{make([]callSize, 0, calls)} }

// Add takes one call.
func (c *CallSizes) Add(suite, id, path string, size CallSize) {
	c.rows = append(c.rows, callSize{
		key: Key(suite, id, path), tokens: narrow(size.Tokens), estimate: narrow(size.Estimate),
		micros: narrow(size.Took.Microseconds()), counted: size.Counted,
	})
}

func narrow[T int | int64](n T) uint32 { return uint32(min(max(int64(n), 0), math.MaxUint32)) }

// Sort ends the adding.
func (c *CallSizes) Sort() {
	slices.SortFunc(c.rows, func(a, b callSize) int { return cmp.Compare(a.key, b.key) })
}

func (c *CallSizes) find(suite, id, path string) (callSize, bool) {
	key := Key(suite, id, path)
	i, ok := slices.BinarySearchFunc(c.rows, key, func(r callSize, key uint64) int { return cmp.Compare(r.key, key) })
	if !ok {
		return callSize{}, false
	}
	return c.rows[i], true
}

// against returns the sizes of the call now and before, both counted or both estimated; ok is false if neither works.
func (c callSize) against(now *trace.Call) (tokens, before int, ok bool) {
	if c.counted && now.Usage().Prompt > 0 {
		return now.Tokens.Prompt, int(c.tokens), true
	}
	return now.Estimates.Prompt, int(c.estimate), c.estimate > 0
}

func (c callSize) took() time.Duration { return time.Duration(c.micros) * time.Microsecond }

// Key names a call, or a case, by its parts, in 8 bytes.
func Key(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p)) // never fails
		h.Write([]byte{0})
	}
	return h.Sum64()
}
