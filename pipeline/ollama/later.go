package ollama

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// mostAfter is the longest that a host with too much to do is left alone, whatever it says itself: a wrong clock must
// not stop a run for days.
const mostAfter = time.Minute

// laterError is an outcome with what the server says of when it can be asked again.
type laterError struct {
	error
	after time.Duration
}

// Unwrap has the outcome behind it found.
func (e *laterError) Unwrap() error { return e.error }

// retryAfter reads the value of a Retry-After header: seconds, or a date. 0: it says nothing.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil {
		return time.Duration(min(seconds, math.MaxInt32)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
