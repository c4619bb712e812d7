package console

import (
	"strings"
	"testing"
)

func TestFindBuildID(t *testing.T) {
	const id = "aaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbb/cccccccccccccccccccc/0123456789abcdefghij"
	note := func(size string) string {
		return "\x7fELF…\x04\x00\x00\x00" + size + "\x04\x00\x00\x00Go\x00\x00" + id
	}
	for _, tt := range []struct{ name, head, want string }{
		{"ELF", note("\x53\x00\x00\x00") + "more", "0123456789ab"},
		{"ELF, cut off", note("\x54\x00\x00\x00"), ""},
		{"others", "MZ…\xff Go build ID: \"" + id + "\"\n \xffmore", "0123456789ab"},
		{"others, cut off", "MZ…\xff Go build ID: \"" + id, ""},
		{"a short one", "MZ…\xff Go build ID: \"abc\"\n \xff", "abc"},
		{"no id", "#!/bin/sh\n", ""},
		{"a note without a size", "\x04\x00\x00\x00Go\x00\x00", ""},
		{"empty", "", ""},
	} {
		if got := findBuildID([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The test itself is a program built by Go.
func TestBuild(t *testing.T) {
	got, version := Build(), ReadVersion().Short()
	if !strings.HasPrefix(got, version+", ") || strings.HasSuffix(got, "without a build id") {
		t.Errorf("%q", got)
	}
}
