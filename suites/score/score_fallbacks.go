package score

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func fallbackScorer() scorer {
	return scorer{
		metrics: append(shares("fallbacks.expected"), counts("fallbacks.missing", "fallbacks.unexpected")...),
		score:   scoreFallbacks,
	}
}

// scoreFallbacks compares all fallbacks of a turn, in order. Missing and unexpected ones are counted apart from the
// order.
func scoreFallbacks(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Fallbacks == nil || v.Outcome == nil { // scoreTurn reports that the turn did not end
		return nil, nil
	}
	want, got := *e.Fallbacks, v.Fallbacks()
	pairs, err := MostPairs(v.budget, len(want), len(got), func(i, j int) bool {
		return v.sameFallback(want[i], got[j])
	})
	if err != nil {
		return nil, fmt.Errorf("fallbacks: %w", err)
	}
	var all, happened, missing, unexpected []string
	for i, w := range want {
		all = append(all, spellWanted(w))
		if pairs[i] < 0 {
			missing = append(missing, spellWanted(w))
		}
	}
	for j, g := range got {
		spelled := spellFallback(*g.Fallback)
		if slices.ContainsFunc(want, func(w expect.Fallback) bool { return w.At != "" }) {
			spelled += " at " + v.Below(g.Path)
		}
		happened = append(happened, spelled)
		if !slices.Contains(pairs, j) {
			unexpected = append(unexpected, spelled)
		}
	}
	w, g, holds := list(all), list(happened), slices.EqualFunc(want, got, v.sameFallback)
	return []Score{
		assertion{
			metric: "fallbacks.expected", path: v.Place, holds: holds,
			want: w, got: g, reason: fmt.Sprintf("fallbacks: want %s, got %s", w, g),
		}.score(),
		count("fallbacks.missing", v.Place, len(missing), "missing: "+list(missing)),
		count("fallbacks.unexpected", v.Place, len(unexpected), "unexpected: "+list(unexpected)),
	}, nil
}

func (v *turnView) sameFallback(want expect.Fallback, step *trace.Step) bool {
	got := step.Fallback
	return want.Stage == got.Stage && want.Reason == got.Reason && (want.Tries == nil || *want.Tries == got.Tries) &&
		(want.Detail == nil || *want.Detail == got.Detail) && (want.At == "" || v.IsAt(want.At, step))
}

func spellFallback(f pipeline.Fallback) string {
	return fmt.Sprintf("%s %s (tries %d)", f.Stage, f.Reason, f.Tries)
}

func spellWanted(f expect.Fallback) string {
	text := fmt.Sprintf("%s %s", f.Stage, f.Reason)
	if f.Tries != nil {
		text += fmt.Sprintf(" (tries %d)", *f.Tries)
	}
	if f.Detail != nil {
		text += fmt.Sprintf(" (%q)", *f.Detail)
	}
	if f.At != "" {
		text += " at " + f.At
	}
	return text
}
