package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

// encode writes the table; cedict.NOTICE.md has its layout.
func encode(entries []entry, own map[string][]sense) ([]byte, error) {
	to := simpler(entries)
	byKey := merged(entries, own, to)
	english, number := vocabulary(byKey)
	if len(english) > 1<<16 {
		return nil, fmt.Errorf("%d English words, and their numbers have 16 bits", len(english))
	}
	out := append([]byte("BCED"), 1, 0, 0, 0)
	for _, n := range []int{len(to), len(english), len(byKey)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	for _, r := range slices.Sorted(maps.Keys(to)) {
		out = binary.LittleEndian.AppendUint32(out, uint32(r))
		out = binary.LittleEndian.AppendUint32(out, uint32(to[r]))
	}
	for _, w := range english {
		out = append(append(out, byte(len(w))), w...)
	}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		out = append(append(out, byte(len(key))), key...)
		out = append(out, byte(len(byKey[key])))
		for _, o := range byKey[key] {
			out = binary.LittleEndian.AppendUint16(out, number[o.english])
			out = append(out, byte(o.weight))
		}
	}
	return out, nil
}

// merged returns the options of every word by its key, the form in which queries look it up, but none if it is grammar.
func merged(entries []entry, own map[string][]sense, to map[rune]rune) map[string][]option {
	definitions := map[string][]string{}
	for _, e := range entries {
		keys := []string{folded(e.simplified, to), folded(e.traditional, to)}
		for _, key := range slices.Compact(keys) {
			if allChinese(key) {
				definitions[key] = append(definitions[key], e.definitions...)
			}
		}
	}
	byKey := map[string][]option{}
	for key, list := range definitions {
		senses := sensesOf(list)
		if len(senses) == 0 {
			senses = sensesOf(definitions[folded(referred(list), to)])
		}
		if len(senses) > 0 {
			byKey[key] = optionsOf(senses, false)
		}
	}
	for word, senses := range own {
		byKey[folded(word, to)] = optionsOf(senses, true)
	}
	for word := range grammatical {
		byKey[folded(word, to)] = nil
	}
	return byKey
}

// allChinese reports whether a word is short enough to be looked up and consists of Chinese characters.
func allChinese(word string) bool {
	chars := []rune(word)
	return len(chars) <= chinese.MaxLength &&
		!slices.ContainsFunc(chars, func(r rune) bool { return !unicode.Is(unicode.Han, r) })
}

// vocabulary returns the English words of all options in order, and their numbers.
func vocabulary(byKey map[string][]option) (english []string, number map[string]uint16) {
	number = map[string]uint16{}
	for _, options := range byKey {
		for _, o := range options {
			number[o.english] = 0
		}
	}
	english = slices.Sorted(maps.Keys(number))
	for i, w := range english {
		number[w] = uint16(i)
	}
	return english, number
}
