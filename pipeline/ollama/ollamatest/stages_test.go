package ollamatest

import (
	"slices"
	"strings"
	"testing"
)

// Each common text is one token, also after a space, once the merges are applied in order.
func TestMergesMakeCommonTexts(t *testing.T) {
	merges := learnMerges(commonTexts())
	for _, text := range commonTexts() {
		for _, text := range []string{text, spaceToken + text} {
			tokens := strings.Split(text, "")
			for _, m := range merges {
				tokens = merged(tokens, m)
			}
			if len(tokens) != 1 {
				t.Errorf("%s is %q", text, tokens)
			}
		}
	}
}

func TestPieces(t *testing.T) {
	words := newVocabulary(nil)
	var cut [][]string
	const long = "one two three four five six seven eight nine ten eleven twelve and so on to a hundred, or a few " +
		"more, "
	for _, text := range []string{long + long + "and that is all", long + long + "and then a thousand", "[]"} {
		numbers, err := pieces(text, words)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, n := range numbers {
			texts = append(texts, words.texts[n])
		}
		if got := strings.Join(texts, ""); got != text {
			t.Errorf("pieces of %q make %q", text, got)
		}
		cut = append(cut, texts)
	}
	all := slices.Concat(cut...)
	if len(all) < 4 || len(slices.Compact(slices.Sorted(slices.Values(all)))) != len(all) {
		t.Errorf("pieces %q, want at least four, each once", cut)
	}
	if _, err := pieces("[]", words); err == nil {
		t.Error("an answer that is there already: no error")
	}
}

// A user's words are not swallowed by pieces of answers, which take precedence in a prompt if they are longer. Pieces
// that begin with a quotation mark or a bracket occur only in answers.
func TestPiecesHoldNoWish(t *testing.T) {
	words := newVocabulary(nil)
	for _, a := range stagesCircuit().answers {
		cut, err := pieces(a.text, words)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range cut {
			for _, s := range wishSigns() {
				for _, wish := range s.texts {
					piece := words.texts[n]
					if strings.Contains(piece, wish) && !strings.ContainsAny(piece[:1], `"{[<`) {
						t.Errorf("the piece %q holds %q", piece, wish)
					}
				}
			}
		}
	}
}

// Every vote belongs to a sign: a misspelt name would be no vote.
func TestVotesAreOfSigns(t *testing.T) {
	c := stagesCircuit()
	for _, a := range c.answers {
		for name := range a.votes {
			if !slices.ContainsFunc(c.signs, func(s sign) bool { return s.name == name }) {
				t.Errorf("%q votes for %q and is no sign", name, a.text)
			}
		}
	}
}

func TestWireRefusesDoubledTexts(t *testing.T) {
	c := stagesCircuit()
	c.signs = append(c.signs, sign{name: "again", texts: []string{"plan"}})
	if _, err := wire(c, newVocabulary(nil)); err == nil {
		t.Error("two signs with one text: no error")
	}
}
