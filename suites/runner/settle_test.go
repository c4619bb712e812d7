package runner

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// settled applies a rule to a line, as a suite would.
func settled(t interface{ Fatalf(string, ...any) }, rule, line string) string {
	n, err := strict.ParseYAML("s.yaml", []byte(rule))
	if err != nil {
		t.Fatalf("%s: %v", rule, err)
	}
	var s struct {
		Scrub []struct{ Match, As string } `json:"scrub"`
	}
	var list []struct {
		Match string `json:"match"`
		As    string `json:"as"`
	}
	if err := n.Get("scrub").Decode(&list); err != nil || len(list) != 1 {
		t.Fatalf("%s: %v %v", rule, err, s)
	}
	return regexp.MustCompile(list[0].Match).ReplaceAllString(line, list[0].As)
}

func TestSettles(t *testing.T) {
	for _, tt := range []struct{ old, new, as string }{
		{"Now: 2026-11-23T04:48:00.024Z\n", "Now: 2026-11-23T04:48:01.5Z\n", "<time>"},
		{"Now: 2026-11-23 04:48\n", "Now: 2026-11-24 05:01\n", "<time>"},
		{"Today is 2026-11-23.\n", "Today is 2026-11-24.\n", "<date>"},
		{"Run 155287e8-8c57-43a5-865d-02b921c8492b\n", "Run 6f5e1a51-47c6-49a3-b9b0-2eaa18e55eab\n", "<uuid>"},
		{"in /tmp/abc123/x and on\n", "in /tmp/def/y and on\n", "<path>"},
		{"took 3.2 ms\n", "took 17 ms\n", "<duration>"},
		{"commit 0123456789abcdef\n", "commit fedcba9876543210\n", "<id>"},
		{"Your lucky number is 7 today\n", "Your lucky number is 12 today\n", "<varies>"},
		{"它是 7 号", "它是 12 号", "<varies>"},
		{"costs $7 (more)", "costs $9 (more)", "<varies>"},
	} {
		rule := Settles(tt.old, tt.new)
		if !strings.Contains(rule, tt.as) {
			t.Errorf("%q and %q: %s, want %s", tt.old, tt.new, rule, tt.as)
			continue
		}
		if a, b := settled(t, rule, tt.old), settled(t, rule, tt.new); a != b {
			t.Errorf("%s leaves %q and %q", rule, a, b)
		}
	}
	if rule := Settles("all of it", "something else?"); rule != "" {
		t.Errorf("two lines of nothing in common are settled by %s", rule)
	}
}

// Every printed rule makes the two lines the same, and is valid in a suite.
func TestSettlesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-c$'"\\ 0-9:é海-]{0,30}`)
		before, behind := text.Draw(t, "before"), text.Draw(t, "behind")
		old, new := before+text.Draw(t, "old")+behind, before+text.Draw(t, "new")+behind
		rule := Settles(old, new)
		if rule == "" {
			return
		}
		if a, b := settled(t, rule, old), settled(t, rule, new); a != b {
			t.Fatalf("%s leaves %q and %q", rule, a, b)
		}
	})
}
