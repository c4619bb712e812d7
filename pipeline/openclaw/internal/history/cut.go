package history

// Trigger says when to compact a history.
type Trigger struct {
	Enabled bool
	Window  int // the model's context in tokens
	Reserve int // tokens of it that are kept free for the answer
}

// Due reports whether a context of that many tokens must be compacted: it leaves less than the reserve (O-31).
func (t Trigger) Due(context int) bool { return t.Enabled && context > t.Window-t.Reserve }

// Point is where a history is cut. The part before it is summarised.
type Point struct {
	First     int // the first message that is kept
	TurnStart int // the message that began the turn split by the cut; −1 if it splits none
}

// Cut finds the point that leaves about keepRecent tokens: from the newest message back to where there are as many, and
// then forward to a message at which a history can be cut. If there is none, or too few tokens, it is the first
// possible one (O-31).
func Cut(messages []Message, keepRecent int, estimate Estimate) Point {
	points := cutPoints(messages)
	if len(points) == 0 {
		return Point{TurnStart: -1}
	}
	first := points[0]
	kept := 0
	for i, p := len(messages)-1, len(points); i >= 0; i-- {
		if p > 0 && points[p-1] == i { // points[p] is the first one at or behind i
			p--
		}
		if kept += estimate(messages[i]); kept >= keepRecent {
			if p < len(points) {
				first = points[p]
			}
			break
		}
	}
	return Point{First: first, TurnStart: turnStart(messages, first)}
}

// CutWithin finds the first point that leaves at most so many tokens; without one, the last possible one.
func CutWithin(messages []Message, most int, estimate Estimate) int {
	rest := estimate.Sum(messages)
	at := 0
	for _, p := range cutPoints(messages) {
		rest -= estimate.Sum(messages[at:p])
		if at = p; rest <= most {
			break
		}
	}
	return at
}

// LastCut returns the last message at which a history can be cut; 0 if there is none.
func LastCut(messages []Message) int {
	points := cutPoints(messages)
	if len(points) == 0 {
		return 0
	}
	return points[len(points)-1]
}

// cutPoints returns the messages at which a history can be cut: all that are not tool results nor between a call and
// its result, in ascending order (O-31).
func cutPoints(messages []Message) []int {
	callers := callers(messages)
	var points []int
	needed := make([]int, len(messages)) // the first message that the results from here on need
	for i := len(messages) - 1; i >= 0; i-- {
		needed[i] = i
		if callers[i] >= 0 {
			needed[i] = callers[i]
		}
		if i+1 < len(messages) {
			needed[i] = min(needed[i], needed[i+1])
		}
	}
	for i, m := range messages {
		if m.Role != ToolResult && needed[i] >= i {
			points = append(points, i)
		}
	}
	return points
}

// turnStart returns the message that began the turn split by a cut at first; −1 if it splits none.
func turnStart(messages []Message, first int) int {
	if messages[first].Role == User {
		return -1
	}
	for i := first - 1; i >= 0; i-- {
		if r := messages[i].Role; r == User || r == BashExecution {
			return i
		}
	}
	return -1
}
