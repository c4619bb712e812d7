package overview

import "slices"

// mostUnmerged is how many texts with a conflict are named.
const mostUnmerged = 10

// Unmerged holds the texts that git could not merge and whose markers are in prompts.
type Unmerged struct {
	Cases int      // whose goldens have the same conflict
	Texts []string // the first ones, sorted
}

// add adds those of a case.
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
