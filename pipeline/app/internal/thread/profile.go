package thread

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Limits of a comparison.
const (
	mostMessages = 500    // of an array: its last ones
	mostWords    = 20_000 // of a call's messages: the first ones
	mostDistinct = 500    // words that not all threads share
)

// whole is a similarity of 1: similarities are integers, so that they are the same on each machine.
const whole = 1_000_000

// profile is what threads are compared by: the messages, and the words of the first call.
type profile struct {
	messages, words   bag
	nMessages, nWords int
	shared            int // words that all profiles share, removed from words
}

func profileOf(c chain) profile {
	messages := c.last().messages
	messages = messages[max(0, len(messages)-mostMessages):]
	keys := make([]uint64, len(messages))
	for i, m := range messages {
		keys[i] = uint64(m)
	}
	words := wordsOf(c.first().all)
	return profile{messages: newBag(keys), words: newBag(words), nMessages: len(keys), nWords: len(words)}
}

// likeness returns how similar two threads are, from 0 to whole: equal messages count fully, the others by the share of
// words that the threads have in common.
func (p *profile) likeness(o *profile) int {
	total := p.nMessages + o.nMessages
	if total == 0 {
		return 0
	}
	words := 0
	if n := p.nWords + o.nWords; n > 0 {
		words = 2 * (p.shared + p.words.common(o.words)) * whole / n
	}
	equal := 2 * p.messages.common(o.messages)
	return (equal*whole + (total-equal)*words) / total
}

// withoutShared removes from all profiles the words that each of them has equally often: mostly those of a prompt's
// template. It bounds the rest.
func withoutShared(all []profile) {
	holders := map[entry]int{}
	for _, p := range all {
		for _, e := range p.words {
			holders[e]++
		}
	}
	for i := range all {
		p := &all[i]
		var own bag
		for _, e := range p.words {
			if holders[e] == len(all) {
				p.shared += e.n
			} else if len(own) < mostDistinct {
				own = append(own, e)
			}
		}
		p.words = own
	}
}

// bag counts things. Its entries are in the order of their keys.
type bag []entry

type entry struct {
	key uint64
	n   int
}

func newBag(keys []uint64) bag {
	slices.Sort(keys)
	var b bag
	for i, key := range keys {
		if i == 0 || keys[i-1] != key {
			b = append(b, entry{key: key})
		}
		b[len(b)-1].n++
	}
	return b
}

// common returns how many items two bags share.
func (b bag) common(o bag) int {
	n := 0
	for len(b) > 0 && len(o) > 0 {
		switch cmp.Compare(b[0].key, o[0].key) {
		case -1:
			b = b[1:]
		case 1:
			o = o[1:]
		default:
			n += min(b[0].n, o[0].n)
			b, o = b[1:], o[1:]
		}
	}
	return n
}

// share returns how much two bags have in common, from 0 to whole.
func (b bag) share(o bag) int {
	n := b.size() + o.size()
	if n == 0 {
		return whole
	}
	return 2 * b.common(o) * whole / n
}

func (b bag) size() int {
	n := 0
	for _, e := range b {
		n += e.n
	}
	return n
}

// wordsOf are the words of messages as hashes.
func wordsOf(messages []pipeline.Message) []uint64 {
	var words []uint64
	for _, m := range messages {
		for _, text := range said(m) {
			if words = appendWords(words, text); len(words) >= mostWords {
				return words[:mostWords]
			}
		}
	}
	return words
}

// said are the texts of a message and of its tool calls.
func said(m pipeline.Message) []string {
	var all []string
	for _, s := range m.Sections {
		all = append(all, s.Text)
	}
	for _, c := range m.ToolCalls {
		all = append(all, c.Name, c.Arguments)
	}
	return all
}

// FNV-1a, which is the same in each run.
const (
	hashBegin = 14695981039346656037
	hashPrime = 1099511628211
)

// appendWords appends the hashes of a text's words: runs of letters and digits, and single characters of scripts that
// put no blanks between words.
func appendWords(words []uint64, text string) []uint64 {
	const firstIdeograph = 0x2E80
	hash, inWord := uint64(hashBegin), false
	end := func() {
		if inWord {
			words = append(words, hash)
		}
		hash, inWord = hashBegin, false
	}
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			continue
		}
		if r >= firstIdeograph {
			end()
		}
		hash, inWord = (hash^uint64(r))*hashPrime, true
		if r >= firstIdeograph {
			end()
		}
		if len(words) >= mostWords {
			return words
		}
	}
	end()
	return words
}
