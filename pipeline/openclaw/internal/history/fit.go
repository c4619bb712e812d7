package history

// Fit returns the first message of the longest end of a history that fits a budget of tokens and begins where a history
// can be cut: no call is separated from its result. If there is none it returns the number of messages.
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
