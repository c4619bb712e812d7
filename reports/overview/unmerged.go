package overview

import "slices"

// mostUnmerged is how many texts with a conflict are named.
const mostUnmerged = 10

// Unmerged are the texts that git could not merge and that stand in prompts with their markers.
type Unmerged struct {
	Cases int      // whose goldens hold the same conflict
	Texts []string // the first ones, sorted
}

// add notes those of a case.
func (u *Unmerged) add(texts []string) {
	if len(texts) == 0 {
		return
	}
	u.Cases++
	for _, text := range texts {
		at, found := slices.BinarySearch(u.Texts, text)
		if !found && len(u.Texts) < mostUnmerged {
			u.Texts = slices.Insert(u.Texts, at, text)
		}
	}
}
