package edit

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// maxMessagePairs bounds the search for similar messages; beyond it those of one role are paired in order.
const maxMessagePairs = 2500

// pairMessages pairs the messages of two calls: equal ones first; then, between two of those, the ones that share most
// sections and words; then the ones of one role in order.
func pairMessages(old, new []pipeline.Message) []diff.Pairing {
	pairs := diff.JoinUnsettled(diff.Pair(identities(old), identities(new)), func(run []diff.Pairing) []diff.Pairing {
		return joined(run, old, new)
	})
	return ownPaired(pairs, new)
}

// ownPaired pairs old messages with those of the case and its answers, where the same message stands further up too, as
// what a program has kept of another conversation: then that is the added one.
func ownPaired(pairs []diff.Pairing, new []pipeline.Message) []diff.Pairing {
	kept := func(p diff.Pairing) bool { return sourceOfMessage(new[p.New]).Kind == pipeline.TextCode }
	for i := len(pairs) - 1; i >= 0; i-- {
		p := &pairs[i]
		if p.Old < 0 || p.New < 0 || !kept(*p) {
			continue
		}
		for j := i + 1; j < len(pairs) && pairs[j].Old < 0; j++ {
			if !kept(pairs[j]) && goldens.Identity(new[p.New]) == goldens.Identity(new[pairs[j].New]) {
				p.Old, pairs[j].Old, pairs[j].Moved = -1, p.Old, p.Moved
				p.Moved = false
				break
			}
		}
	}
	return pairs
}

// sourceOfMessage returns the source of a message as a whole.
func sourceOfMessage(m pipeline.Message) pipeline.TextSource {
	if m.Source.Kind != "" {
		return m.Source
	}
	return m.Pieces().Source()
}

// joined pairs the messages of a gap without a partner.
func joined(pairs []diff.Pairing, old, new []pipeline.Message) []diff.Pairing {
	pairs = slices.Clone(pairs)
	if len(pairs)*len(pairs) <= maxMessagePairs && !onlyTwo(pairs, old, new) {
		for {
			i, j := mostAlike(pairs, old, new)
			if i < 0 {
				break
			}
			pairs[j].Old, pairs[i].Old = pairs[i].Old, -1
			pairs[i].New = -1
		}
	}
	for j := range pairs {
		if pairs[j].Old >= 0 || pairs[j].New < 0 {
			continue
		}
		i := slices.IndexFunc(pairs, func(p diff.Pairing) bool {
			return p.Old >= 0 && p.New < 0 && old[p.Old].Role == new[pairs[j].New].Role
		})
		if i >= 0 {
			pairs[j].Old, pairs[i].Old = pairs[i].Old, -1
		}
	}
	return slices.DeleteFunc(pairs, func(p diff.Pairing) bool { return p.Old < 0 && p.New < 0 })
}

// onlyTwo reports whether there are only one old and one new message, of one role: they are paired whatever they share.
func onlyTwo(pairs []diff.Pairing, old, new []pipeline.Message) bool {
	if len(pairs) != 2 {
		return false
	}
	a, b := pairs[0], pairs[1]
	if a.Old < 0 {
		a, b = b, a
	}
	return a.Old >= 0 && a.New < 0 && b.Old < 0 && b.New >= 0 && old[a.Old].Role == new[b.New].Role
}

// mostAlike finds the old and the new message that share most, the first of several; -1 when none share enough.
func mostAlike(pairs []diff.Pairing, old, new []pipeline.Message) (oldAt, newAt int) {
	oldAt, newAt = -1, -1
	most := 39
	for i, p := range pairs {
		if p.Old < 0 || p.New >= 0 {
			continue
		}
		for j, q := range pairs {
			if q.New < 0 || q.Old >= 0 {
				continue
			}
			if s := alikeness(old[p.Old], new[q.New]); s > most {
				oldAt, newAt, most = i, j, s
			}
		}
	}
	return oldAt, newAt
}

// alikeness returns how much two messages share, in hundredths: names of sections first, since these identify the
// template or part of the program, then words.
func alikeness(a, b pipeline.Message) int {
	if a.Role != b.Role && a.Content() != b.Content() {
		return 0
	}
	sections := shared(wordsIn(a), wordsIn(b))
	return (sections + shared(wordsOf(a.Content()), wordsOf(b.Content()))) / 2
}

// wordsIn returns the names of a message's sections and of the tools that it calls.
func wordsIn(m pipeline.Message) []string {
	list := names(m.Sections)
	for _, c := range m.ToolCalls {
		list = append(list, "call "+c.Name)
	}
	return append(list, "name "+m.Name)
}

func identities(messages []pipeline.Message) []string {
	list := make([]string, len(messages))
	for i, m := range messages {
		list[i] = goldens.Identity(m)
	}
	return list
}

func wordsOf(text string) []string {
	words := diff.Tokens(text)
	for i, w := range words {
		words[i] = "w" + w
	}
	return words
}

func names(sections []pipeline.Section) []string {
	list := make([]string, len(sections))
	for i, s := range sections {
		list[i] = s.Name
	}
	return list
}

// sameSection is how much two sections of different names have to share, in hundredths of their words, to count as one.
const sameSection = 60
