package wording

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	known := []string{"answers", "user", "at", "expect", "description"}
	for _, tt := range []struct{ got, want string }{
		{"anwers", "answers"}, {"answer", "answers"}, {"usre", "user"}, {"User", "user"}, {"ANSWERS", "answers"},
		{"ta", "at"}, {"expct", "expect"}, {"desciptoin", "description"}, {"", ""}, {"zebra", ""}, {"desc", ""},
		{strings.Repeat("x", 1000), ""},
	} {
		if got := Nearest(tt.got, known); got != tt.want {
			t.Errorf("Name(%q) = %q, want %q", tt.got, got, tt.want)
		}
	}
	if got := Nearest("cat", []string{"bat", "hat"}); got != "bat" {
		t.Errorf("of two as near: %q, want the first", got)
	}
}

func TestHint(t *testing.T) {
	for _, tt := range []struct {
		got   string
		known []string
		want  string
	}{
		{"rooter", []string{"planner", "router"}, " (nearest: router)"},
		{"zebra", []string{"planner", "router"}, " (known: planner, router)"},
		{"zebra", nil, ""},
	} {
		if got := Hint(tt.got, tt.known); got != tt.want {
			t.Errorf("Hint(%q) = %q, want %q", tt.got, got, tt.want)
		}
	}
}
