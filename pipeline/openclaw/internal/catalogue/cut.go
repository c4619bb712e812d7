package catalogue

import (
	"fmt"
	"slices"
	"sort"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// cut takes the first skills up to the catalogue's limit, and of these the largest number that fits the budget beside
// an introduction of so many units (O-15). Those that are always shown are taken before all others, even beyond the
// limits; the program makes no difference (O-11).
func (s Settings) cut(resolved []*Entry, introduction int) (Shown, []Finding) {
	first := func(e *Entry) bool { return e.always() && !s.Program }
	inOrder := slices.Clone(resolved)
	slices.SortStableFunc(inOrder, func(a, b *Entry) int { return before(first(a), first(b)) })
	always := len(inOrder)
	if i := slices.IndexFunc(inOrder, func(e *Entry) bool { return !first(e) }); i >= 0 {
		always = i
	}
	byCount := inOrder[:min(len(inOrder), max(s.Limits.maxShown(), always))]
	budget := limit(s.Limits.PromptChars, 30_000)
	lengths := make([]int, len(byCount)) // of the text with all skills up to this one
	sum := 0
	for i, e := range byCount {
		sum += s.length(e)
		if lengths[i] = sum; sum > 0 {
			lengths[i] += introduction + len(opening) + len(closing)
		}
	}
	fits := max(always, sort.Search(len(byCount), func(i int) bool { return lengths[i] > budget }))
	var left []Finding
	for i, e := range inOrder[fits:] {
		f := s.finding(e, OverCount, fmt.Sprintf("the catalogue holds %d skills", s.Limits.maxShown()))
		if fits+i < len(byCount) {
			f.Reason, f.Detail = OverBudget, fmt.Sprintf("introduction and catalogue have %d characters", budget)
		}
		left = append(left, f)
	}
	taken := inOrder[:fits]
	return Shown{
		Entries: slices.DeleteFunc(slices.Clone(resolved), func(e *Entry) bool { return !slices.Contains(taken, e) }),
		Of:      len(resolved), Cut: fits < len(resolved),
		Note: jstext.Trim(s.Remote.Note), settings: s,
	}, left
}

// before orders what holds before what does not.
func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// finding returns why a loaded skill is not shown.
func (s Settings) finding(e *Entry, reason Reason, detail string) Finding {
	return Finding{Name: e.Name, Path: s.Shown(e.Location), Source: e.Source,
		Reason: reason, Detail: detail}
}
