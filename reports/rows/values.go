package rows

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// valid are texts without bytes that are not UTF-8: one such byte, and no reader opens the file. Messages have none,
// but the words of an error may.
func valid(list []string) []string {
	var all []string
	for _, s := range list {
		all = append(all, printable.Valid(s))
	}
	return all
}

// above returns a path without its last part.
func above(path string) string { return path[:max(0, strings.LastIndexByte(path, '/'))] }

// known returns a measure of which 0 says that nobody has taken it.
func known[T int | time.Duration](n T) *int64 {
	if n == 0 {
		return nil
	}
	wide := int64(n)
	return &wide
}

// said returns what a server says of itself; empty: it does not.
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

// micros returns a time of the case's clock; the zero time is none.
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

// timeOf returns what micros was made of.
func timeOf(us *int64) time.Time {
	if us == nil {
		return time.Time{}
	}
	return time.UnixMicro(*us).UTC()
}
