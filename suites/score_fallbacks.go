package suites

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// scoreFallbacks compares all fallbacks of a turn, in order; tries 0 stands for any number, and a detail is not compared.
// Missing and unexpected ones are counted apart from the order.
func scoreFallbacks(v *view, e *fixtures.Expect) ([]Score, error) {
	if e.Fallbacks == nil {
		return nil, nil
	}
	want, got := *e.Fallbacks, v.fallbacks()
	missing, unexpected := without(want, got), without(got, want)
	w, g := listFallbacks(want), listFallbacks(got)
	holds := len(want) == len(got)
	for i := range want {
		holds = holds && sameFallback(want[i], got[i])
	}
	return []Score{
		yes("fallbacks", "expected", v.place, holds, w, g, fmt.Sprintf("fallbacks: want %s, got %s", w, g)),
		count("fallbacks", "missing", v.place, len(missing), "missing: "+listFallbacks(missing)),
		count("fallbacks", "unexpected", v.place, len(unexpected), "unexpected: "+listFallbacks(unexpected)),
	}, nil
}

func sameFallback(want, got pipeline.Fallback) bool {
	return want.Stage == got.Stage && want.Reason == got.Reason && (want.Tries == 0 || got.Tries == 0 || want.Tries == got.Tries)
}

// without is a list without what another one has, each as often as it stands there.
func without(list, other []pipeline.Fallback) []pipeline.Fallback {
	used := make([]bool, len(other))
	var left []pipeline.Fallback
	for _, f := range list {
		found := false
		for i, o := range other {
			if !used[i] && sameFallback(f, o) {
				used[i], found = true, true
				break
			}
		}
		if !found {
			left = append(left, f)
		}
	}
	return left
}

func listFallbacks(fs []pipeline.Fallback) string {
	var parts []string
	for _, f := range fs {
		part := fmt.Sprintf("%s %s", f.Stage, f.Reason)
		if f.Tries > 0 {
			part += fmt.Sprintf(" (tries %d)", f.Tries)
		}
		parts = append(parts, part)
	}
	return list(parts)
}
