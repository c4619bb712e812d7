package score

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

func fallbackScorer() scorer {
	return scorer{
		metrics: append(shares("fallbacks.expected"), counts("fallbacks.missing", "fallbacks.unexpected")...),
		score:   scoreFallbacks,
	}
}

// scoreFallbacks compares all fallbacks of a turn, in order. Missing and unexpected ones are counted apart from the
// order.
func scoreFallbacks(v *view, e *fixtures.Expect) ([]Score, error) {
	if e.Fallbacks == nil || v.outcome == nil { // scoreTurn says that the turn has no end
		return nil, nil
	}
	want, got := *e.Fallbacks, v.fallbacks()
	pairs, err := matching(v.budget, len(want), len(got), func(i, j int) bool { return sameFallback(want[i], got[j]) })
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
		happened = append(happened, spellFallback(g))
		if !slices.Contains(pairs, j) {
			unexpected = append(unexpected, spellFallback(g))
		}
	}
	w, g, holds := list(all), list(happened), slices.EqualFunc(want, got, sameFallback)
	return []Score{
		yes("fallbacks", "expected", v.place, holds, w, g, fmt.Sprintf("fallbacks: want %s, got %s", w, g)),
		count("fallbacks", "missing", v.place, len(missing), "missing: "+list(missing)),
		count("fallbacks", "unexpected", v.place, len(unexpected), "unexpected: "+list(unexpected)),
	}, nil
}

func sameFallback(want fixtures.FallbackExpect, got pipeline.Fallback) bool {
	return want.Stage == got.Stage && want.Reason == got.Reason && (want.Tries == nil || *want.Tries == got.Tries) &&
		(want.Detail == nil || *want.Detail == got.Detail)
}

func spellFallback(f pipeline.Fallback) string {
	return fmt.Sprintf("%s %s (tries %d)", f.Stage, f.Reason, f.Tries)
}

func spellWanted(f fixtures.FallbackExpect) string {
	text := fmt.Sprintf("%s %s", f.Stage, f.Reason)
	if f.Tries != nil {
		text += fmt.Sprintf(" (tries %d)", *f.Tries)
	}
	if f.Detail != nil {
		text += fmt.Sprintf(" (%q)", *f.Detail)
	}
	return text
}
