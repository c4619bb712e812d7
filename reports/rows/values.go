package rows

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// valid returns texts as valid UTF-8: one invalid byte makes the file unreadable. Messages have none, but errors may.
func valid(list []string) []string {
	var all []string
	for _, s := range list {
		all = append(all, printable.Valid(s))
	}
	return all
}

// above returns a path without its last part.
func above(path string) string { return path[:max(0, strings.LastIndexByte(path, '/'))] }

// known returns a measure whose 0 means unmeasured.
func known[T int | time.Duration](n T) *int64 {
	if n == 0 {
		return nil
	}
	wide := int64(n)
	return &wide
}

// said returns a server's statement about itself; NULL if empty.
func said(text string) *string {
	if text == "" {
		return nil
	}
	text = printable.Valid(text)
	return &text
}

func wide(n *int) *int64 {
	if n == nil {
		return nil
	}
	w := int64(*n)
	return &w
}

// micros returns a time of the case's clock; NULL for the zero time.
func micros(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	us := t.UnixMicro()
	return &us
}

func rawText(raw json.RawMessage) *string {
	if raw == nil {
		return nil
	}
	text := string(raw)
	return &text
}

// orEmpty returns a text that may be NULL.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func narrow(n *int64) *int {
	if n == nil {
		return nil
	}
	narrow := int(*n)
	return &narrow
}

// timeOf reverses micros.
func timeOf(us *int64) time.Time {
	if us == nil {
		return time.Time{}
	}
	return time.UnixMicro(*us).UTC()
}

// turnOf returns the turn of a path.
func turnOf(path string) string {
	turn, _, _ := strings.Cut(path, "/")
	return turn
}
