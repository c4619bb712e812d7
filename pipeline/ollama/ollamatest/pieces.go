package ollamatest

import (
	"fmt"
	"slices"
	"strings"
)

// leastPiece is the minimum length of a piece in bytes, except in shorter answers: long pieces hardly occur in prompts,
// whose words they would cut apart, and there are few of them, each of which makes the model wider.
const leastPiece = 60

// pieces cuts a text into the tokens that a model writes in turn. Each is some words with the following space, and is
// unique in the vocabulary: so a piece alone determines its successor.
func pieces(text string, words *vocabulary) ([]int, error) {
	var cut []string
	open := ""
	for _, word := range strings.SplitAfter(text, " ") {
		open += word
		if len(open) >= leastPiece && !words.has(open) && !slices.Contains(cut, open) {
			cut = append(cut, open)
			open = ""
		}
	}
	if open != "" {
		cut = append(cut, open)
	}
	for n := len(cut) - 1; n > 0 && (len(cut[n]) < leastPiece || words.has(cut[n])); n-- { // an end that is no piece
		cut = append(cut[:n-1], cut[n-1]+cut[n])
	}
	numbers := make([]int, len(cut))
	for i, piece := range cut {
		if words.has(piece) {
			return nil, fmt.Errorf("%q cannot be cut: %q stands elsewhere", text, piece)
		}
		numbers[i] = words.add(piece, tokenWhole)
	}
	return numbers, nil
}
