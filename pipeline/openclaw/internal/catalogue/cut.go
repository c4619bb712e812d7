package catalogue

import (
	"fmt"
	"sort"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// cut takes the first skills up to the catalogue's limit, and of these the largest number that fits the budget beside
// an introduction of so many units (O-15).
func (s Settings) cut(resolved []*Entry, introduction int) (Shown, []Finding) {
	byCount := resolved[:min(len(resolved), s.Limits.maxShown())]
	budget := limit(s.Limits.PromptChars, 30_000)
	lengths := make([]int, len(byCount)) // of the text with all skills up to this one
	sum := 0
	for i, e := range byCount {
		sum += s.length(e)
		if lengths[i] = sum; sum > 0 {
			lengths[i] += introduction + len(opening) + len(closing)
		}
	}
	fits := sort.Search(len(byCount), func(i int) bool { return lengths[i] > budget })
	var left []Finding
	for i, e := range resolved[fits:] {
		f := s.finding(e, OverCount, fmt.Sprintf("the catalogue holds %d skills", s.Limits.maxShown()))
		if fits+i < len(byCount) {
			f.Reason, f.Detail = OverBudget, fmt.Sprintf("introduction and catalogue have %d characters", budget)
		}
		left = append(left, f)
	}
	return Shown{
		Entries: byCount[:fits:fits], Of: len(resolved), Cut: fits < len(resolved),
		Note: jstext.Trim(s.Remote.Note), settings: s,
	}, left
}

// finding returns why a loaded skill is not shown.
func (s Settings) finding(e *Entry, reason Reason, detail string) Finding {
	return Finding{Name: e.Name, Path: s.Shown(e.Location), Source: e.Source,
		Reason: reason, Detail: detail}
}
