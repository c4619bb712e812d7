package app

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// lastWords are the user's last words in a request of a stage, and whether they end it.
type lastWords struct {
	stage, said string
	last        bool
}

// turnsOf returns the turn of each request, counted from 1. A request belongs to a later turn than the one before it if
// the user's last words in it are those of that turn. The result is nil if no text is found.
func turnsOf(requests []lastWords, users []string) []int {
	turns, turn, found := make([]int, len(requests)), 1, false
	asked := map[lastWords]bool{} // in this turn
	for i, w := range requests {
		found = found || says(w.said, users, 1)
		if next := laterTurn(users, turn, w.said, w.last && asked[w]); next > 0 {
			turn, found = next, true
			clear(asked)
		}
		asked[w] = true
		turns[i] = turn
	}
	if !found {
		return nil
	}
	return turns
}

// laterTurn returns the first turn after turn whose text was said, or 0. A text that the turn itself contains as well,
// such as a second yes, begins another turn only if the turn has already asked the same.
func laterTurn(users []string, turn int, said string, again bool) int {
	for next := turn + 1; next <= len(users); next++ {
		here := says(said, users, turn) && strings.Contains(users[turn-1], strings.TrimSpace(users[next-1]))
		if says(said, users, next) && (!here || again) {
			return next
		}
	}
	return 0
}

// says reports whether a text contains what the user says in a turn.
func says(said string, users []string, turn int) bool {
	if turn > len(users) {
		return false
	}
	text := strings.TrimSpace(users[turn-1])
	return text != "" && strings.Contains(said, text)
}

func lastOfUser(messages []pipeline.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == pipeline.RoleUser {
			return messages[i].Content()
		}
	}
	return ""
}
