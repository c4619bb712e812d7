package server

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// mostAfter bounds how long an overloaded host is left alone, whatever it asks for: a wrong clock must not stop a run
// for days.
const mostAfter = time.Minute

// laterError is an outcome with the server's Retry-After.
type laterError struct {
	error
	after time.Duration
}

// Unwrap returns the outcome.
func (e *laterError) Unwrap() error { return e.error }

// retryAfter parses a Retry-After header: seconds, or a date. 0: there is none.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil {
		return time.Duration(min(seconds, math.MaxInt32)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
