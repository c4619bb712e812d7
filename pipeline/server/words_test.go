package server

import (
	"strings"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "7": 7 * time.Second, "-7": 0, "+7": 0, "7s": 0, "1.5": 0, "soon": 0, "\x1b[31m7": 0,
		"99999999999":                   (1<<31 - 1) * time.Second,
		"99999999999999999999":          0,
		"Wed, 04 Mar 2026 05:06:27 GMT": 20 * time.Second,
		"Wed, 04 Mar 2026 05:06:07 GMT": 0,
		"Wed, 04 Mar 2026 05:05:27 GMT": 0,
	} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}

// The part of a server's message that an error repeats is the same on every machine.
func TestNeutral(t *testing.T) {
	for words, want := range map[string]string{
		`model 'llama3.1:8b' not found`:                            `model 'llama3.1:8b' not found`,
		`do load request: Post "http://127.0.0.1:36337/load": EOF`: `do load request: Post "…": EOF`,
		"read tcp 127.0.0.1:5->[::1]:36337: connection reset":      "read tcp …->…: connection reset",
		"lookup gpu-box.lan:11434: no such host":                   "lookup …: no such host",
		"dial localhost:1 or box:11434":                            "dial … or …",
		"open /root/.ollama/models/blobs/sha256-ab: no space":      "open …: no space",
		`open C:\Users\me\x: denied`:                               "open … denied",
		"500 and/or 1/2 of 12:30, 10.5 GiB":                        "500 and/or 1/2 of 12:30, 10.5 GiB",
		"two\n lines\xff":                                          "two lines\uFFFD",
		strings.Repeat("é", 300):                                   strings.Repeat("é", 150) + "…",
		`"tiny" does not support thinking`:                         `"tiny" does not support thinking`,
		"it requires more system memory (8.1 GiB)":                 "it requires more system memory (8.1 GiB)",
	} {
		if got := neutral(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
