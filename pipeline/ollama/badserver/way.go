package badserver

import "time"

// Way is one way in which an exchange with a server goes wrong.
type Way string

// The ways, with the reason that a stage gets (FB-1). SlowFirstByte and Length are answers all the same.
const (
	Timeout         Way = "timeout"            // timeout
	SlowFirstByte   Way = "slow-first-byte"    // none
	StallMidStream  Way = "stall"              // timeout
	CutStream       Way = "cut-stream"         // transport
	Refused         Way = "connection-refused" // unavailable
	Reset           Way = "connection-reset"   // transport
	ModelNotFound   Way = "model-not-found"    // unavailable
	ContextOverflow Way = "context-overflow"   // overflow
	TooManyRequests Way = "status-429"         // transport
	Status500       Way = "status-500"         // transport
	Status500Empty  Way = "status-500-empty"   // transport
	QueueFull       Way = "queue-full"         // transport
	NotDone         Way = "early-end"          // transport
	Length          Way = "length"             // none
	Garbage         Way = "garbage"            // transport
	LongLine        Way = "long-line"          // transport
)

// Ways are all of them, in a fixed order.
func Ways() []Way {
	return []Way{Timeout, SlowFirstByte, StallMidStream, CutStream, Refused, Reset, ModelNotFound, ContextOverflow,
		TooManyRequests, Status500, Status500Empty, QueueFull, NotDone, Length, Garbage, LongLine}
}

// Says is what happens, in one sentence; empty for what is no way.
func (w Way) Says() string {
	switch w {
	case Timeout:
		return "The server takes the request and never answers."
	case SlowFirstByte:
		return "The answer begins after half of the time that the call has, and is whole."
	case StallMidStream:
		return "The stream stops in the middle of the answer and stays open."
	case CutStream:
		return "The connection ends in the middle of a line of the answer."
	case Refused:
		return "Nobody listens where the server should be."
	case Reset:
		return "The connection is reset before an answer begins."
	case ModelNotFound:
		return "The server says 404: it has no such model."
	case ContextOverflow:
		return "The server says 400: the prompt is longer than the context."
	case TooManyRequests:
		return "The server says 429: there were too many requests."
	case Status500:
		return "The server says 500, and why."
	case Status500Empty:
		return "The server says 500 and nothing else."
	case QueueFull:
		return "The server says 503 at every try: its queue is full."
	case NotDone:
		return "The stream ends in the middle of the answer as if it were whole, but without done."
	case Length:
		return "The answer is cut at half of its text with done_reason length, which is a success."
	case Garbage:
		return "Bytes that are no JSON stand in the middle of the stream."
	case LongLine:
		return "A line of the stream is longer than the 8 MB that the client takes."
	}
	return ""
}

// stalls reports whether the exchange lasts up to its deadline.
func (w Way) stalls() bool { return w == Timeout || w == StallMidStream }

// takes is how long the exchange lasts where the answer alone lasts so long, and the call may last up to a limit; 0: as
// long as it likes.
func (w Way) takes(answer, limit time.Duration) time.Duration {
	if w.stalls() {
		return limit
	}
	if w == SlowFirstByte {
		answer += limit / 2
	}
	if limit > 0 {
		return min(answer, limit)
	}
	return answer
}
