package chinese

// piece is a part of a run of characters: a word of the dictionary, or one unknown character.
type piece struct {
	from, to int // characters of the run
	word     int // index in the dictionary; none
}

const none = -1

// Every piece has the same cost; an unknown character costs twice as much.
const (
	costWord    = 1
	costUnknown = 2
)

// segment cuts a run of simplified characters into as few pieces as possible. Of equally few the last one is the
// longest, then the one before it, and so on: the head of a Chinese phrase stands at its end.
func (d *Dictionary) segment(chars []rune) []piece {
	cost := make([]int, len(chars)+1)   // 0: not reached yet, except at the start
	last := make([]piece, len(chars)+1) // the last piece of the best cut up to there
	for i := range chars {
		reach := func(length, word, more int) {
			if to := i + length; cost[to] == 0 || cost[i]+more < cost[to] {
				cost[to], last[to] = cost[i]+more, piece{i, to, word}
			}
		}
		reach(1, none, costUnknown)
		d.starting(chars[i:], func(length, word int) { reach(length, word, costWord) })
	}
	return trail(last)
}

// trail returns the pieces of the best cut, in order.
func trail(last []piece) []piece {
	n := 0
	for at := len(last) - 1; at > 0; at = last[at].from {
		n++
	}
	pieces := make([]piece, n)
	for at := len(last) - 1; at > 0; at = last[at].from {
		n--
		pieces[n] = last[at]
	}
	return pieces
}
