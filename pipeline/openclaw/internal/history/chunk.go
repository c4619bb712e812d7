package history

import "math"

// safety is the factor by which an estimate of tokens may be too low.
const safety float64 = 1.2

// SplitByShare splits messages of that many tokens into parts of about equally many tokens, and returns how many
// messages each part has. A part ends before the message that would take it beyond its share; the last one is as long
// as it must be, and there may be fewer. Parts that are no finite number above 1 are one (O-34).
func SplitByShare(tokens []int, parts float64) []int {
	if math.IsNaN(parts) || math.IsInf(parts, 0) {
		parts = 1
	}
	parts = max(1, min(math.Floor(parts), float64(len(tokens))))
	share := float64(sum(tokens)) / parts
	return chunks(tokens, func(chunk, closed int) bool {
		return float64(chunk) > share && float64(closed) < parts-1
	})
}

// ChunkByMax splits messages of that many tokens into chunks of at most a sixth less than most, and returns how many
// messages each has. A message that is too long is a chunk of its own (O-36).
func ChunkByMax(tokens []int, most int) []int {
	limit := max(1, math.Floor(float64(most)/safety))
	return chunks(tokens, func(chunk, _ int) bool { return float64(chunk) > limit })
}

// chunks returns the lengths of runs of messages. A run is closed before the message for which tooMuch reports true,
// given the tokens including it and the number of closed runs.
func chunks(tokens []int, tooMuch func(tokens, closed int) bool) []int {
	var lengths []int
	length, chunk := 0, 0
	for _, n := range tokens {
		if length > 0 && tooMuch(chunk+n, len(lengths)) {
			lengths = append(lengths, length)
			length, chunk = 0, 0
		}
		length++
		chunk += n
	}
	if length > 0 {
		lengths = append(lengths, length)
	}
	return lengths
}

// AdaptiveRatio returns the part of a window for a chunk to be summarised: 0.4, less for messages that are long on
// average, 0.15 at least (O-37).
func AdaptiveRatio(tokens []int, window int) float64 {
	base, least := 0.4, 0.15 // variables: constants are exact, and the program's numbers are not
	if len(tokens) == 0 {
		return base
	}
	mean := float64(sum(tokens)) / float64(len(tokens))
	ratio := mean * safety / float64(window)
	if !(ratio > 0.1) {
		return base
	}
	return max(least, base-min(ratio*2, base-least))
}

// Oversized reports whether a message of that many tokens is too long to be summarised: it may take more than half of
// the window (O-37).
func Oversized(tokens, window int) bool { return float64(tokens)*safety > float64(window)/2 }
