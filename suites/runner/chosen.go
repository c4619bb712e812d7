package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/journal"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Chooses reports whether a case of a suite runs, by the filter and the shard.
func (o *Options) Chooses(suite string, src fixtures.Source) bool {
	if o.Cases.All() && o.Shard == nil {
		return true
	}
	h, err := src.Head()
	if err != nil { // no filter can choose it, and one of the shards reports it
		return o.Cases.All() && o.Shard.Has(suite, fmt.Sprintf("%s:%d", src.File, src.Line))
	}
	return o.Cases.Has(suite, h.ID, h.Tags) && o.Shard.Has(suite, h.Pair())
}

// concerned reports whether a case may have changes under review that are to be taken.
func concerned(by *review.Comparer, t *review.Taking, src fixtures.Source) bool {
	h, err := src.Head()
	return err == nil && by.Concerns(t, h.ID)
}

// KeyOf returns the key of a case in the journals of runs.
func KeyOf(suite string, src fixtures.Source) journal.Key {
	return journal.Key{Suite: suite, File: src.File, Line: src.Line, Twin: src.IsTwin(), Sample: src.Sample}
}

// finished returns the result of a case that has run before; nil: it has not, or what it kept for review is lost.
func (o *Options) finished(ctx context.Context, by *review.Comparer, suite string, src fixtures.Source,
	text *[]byte) *result.Result {
	if o.Finished == nil {
		return nil
	}
	res := o.Finished.Find(KeyOf(suite, src))
	if res != nil && !o.Again && by != nil && !by.Kept(res) {
		return nil
	}
	if res == nil || !o.Again || o.Keep == nil || res.Sample > 0 || !res.Compared {
		return res
	}
	again := *res // only what is kept beside the golden is new
	again.Changes, again.Forms, again.Errors = nil, nil, slices.Clone(res.Errors)
	by.Case(ctx, src, &again, text)
	res.Pending = again.Pending
	return res
}
