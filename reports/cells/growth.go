package cells

import (
	"fmt"
	"math"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Growth returns the estimated number of tokens that all edits of a run add to its prompts, and their share: about
// +4,872 tokens in all edits (+1.1 %). It is empty if they add none.
func Growth(tokens int, share float64) string {
	if tokens == 0 {
		return ""
	}
	noun := wording.Plural(max(tokens, -tokens), "token", "tokens")
	text := "about " + thousands(tokens) + " " + noun + " in all edits"
	switch percent := share * 100; {
	case percent == 0:
		return text
	case math.Abs(percent) < 0.05:
		return text + " (less than 0.1 %)"
	default:
		return text + fmt.Sprintf(" (%+.1f %%)", percent)
	}
}

// thousands returns a number with its sign, and a comma between groups of three digits.
func thousands(n int) string {
	if n < 0 {
		return wording.Thousands(n)
	}
	return "+" + wording.Thousands(n)
}
