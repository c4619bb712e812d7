package thread

import "github.com/beaver-eval/beaver-eval/pipeline"

// Whole is the likeness of equal messages arrays; Least is that of an array and its edited form, at least.
const (
	Whole = whole
	Least = leastLikeness
)

// Likeness measures how similar messages arrays are to those of a list, as threads of a concurrent stage are compared.
// It is not safe for use by several goroutines.
type Likeness struct {
	tree *tree
	list []profile
}

// NewLikeness returns a measure against a list of messages arrays.
func NewLikeness(list [][]pipeline.Message) *Likeness {
	l := &Likeness{tree: newTree()}
	for _, messages := range list {
		l.list = append(l.list, l.profile(messages))
	}
	return l
}

// To returns how similar messages are to each array of the list, from 0 to Whole.
func (l *Likeness) To(messages []pipeline.Message) []int {
	p := l.profile(messages)
	all := make([]int, len(l.list))
	for i := range l.list {
		all[i] = p.likeness(&l.list[i])
	}
	return all
}

func (l *Likeness) profile(messages []pipeline.Message) profile {
	return profileOf(chain{&logical{place: l.tree.put("", messages), all: messages}})
}

// Share returns how many items two lists have in common, from 0 to Whole; Whole if both are empty.
func Share(a, b []string) int { return newBag(hashes(a)).share(newBag(hashes(b))) }

func hashes(list []string) []uint64 {
	keys := make([]uint64, len(list))
	for i, text := range list {
		hash := uint64(hashBegin)
		for _, r := range text {
			hash = (hash ^ uint64(r)) * hashPrime
		}
		keys[i] = hash
	}
	return keys
}
