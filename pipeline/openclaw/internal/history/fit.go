package history

// Fit is the first message of the longest end of a history that takes at most a budget of tokens and begins where a
// history can be cut: no call is taken from its result. Without any it is the number of messages.
func Fit(messages []Message, budget int, estimate Estimate) int {
	kept, first := 0, len(messages)
	for first > 0 && kept+estimate(messages[first-1]) <= budget {
		first--
		kept += estimate(messages[first])
	}
	for _, p := range cutPoints(messages) {
		if p >= first {
			return p
		}
	}
	return len(messages)
}
