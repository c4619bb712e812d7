package badserver

import "time"

// Way is one way in which an exchange with a server goes wrong.
type Way string

// The ways, with the reason that a stage gets (FB-1). SlowFirstByte and Length are still answers.
const (
	Timeout         Way = "timeout"            // timeout: no answer comes
	SlowFirstByte   Way = "slow-first-byte"    // none: it begins after half of the call's time limit
	StallMidStream  Way = "stall"              // timeout: the stream stops in the middle and stays open
	CutStream       Way = "cut-stream"         // transport: the connection ends within a line
	Refused         Way = "connection-refused" // unavailable
	Reset           Way = "connection-reset"   // transport: before an answer begins
	ModelNotFound   Way = "model-not-found"    // unavailable: 404
	ContextOverflow Way = "context-overflow"   // overflow: 400
	TooManyRequests Way = "status-429"         // transport
	Status500       Way = "status-500"         // transport: with a server's message
	Status500Empty  Way = "status-500-empty"   // transport
	QueueFull       Way = "queue-full"         // transport: 503, at every try
	ErrorLine       Way = "error-line"         // transport: a stream that began well ends with an error
	NotDone         Way = "early-end"          // transport: the stream ends as if it were whole, without done
	Length          Way = "length"             // none: half of the text, with done_reason length
	Garbage         Way = "garbage"            // transport: invalid JSON in the middle of the stream
	LongLine        Way = "long-line"          // transport: more than the 8 MB that the client accepts
)

// Ways returns all of them, in a fixed order.
func Ways() []Way {
	return []Way{Timeout, SlowFirstByte, StallMidStream, CutStream, Refused, Reset, ModelNotFound, ContextOverflow,
		TooManyRequests, Status500, Status500Empty, QueueFull, ErrorLine, NotDone, Length, Garbage, LongLine}
}

// stalls reports whether the exchange lasts until its deadline.
func (w Way) stalls() bool { return w == Timeout || w == StallMidStream }

// takes returns the duration of the exchange if the answer alone takes answer, and the call has a limit; 0: none.
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
