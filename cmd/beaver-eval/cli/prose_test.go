package cli

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNoCommand(t *testing.T) {
	for line, want := range map[string]string{
		"::error::x\n":               `\::error::x` + "\n",
		"  \t::add-mask::secret\r\n": "  \t" + `\::add-mask::secret` + "\r\n",
		"said ::error::x\n":          "said ::error::x\n",
		"say ##[error]x ##[group]\n": `say ##\[error]x ##\[group]` + "\n",
		"\u00a0::stop-commands::x\n": "\u00a0" + `\::stop-commands::x` + "\n",
		"\n":                         "\n",
	} {
		if got := string(noCommand([]byte(line))); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// However a text is written piece by piece, what comes out is the same, and no line of it is a command.
func TestLineWriterLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{":", "::", "#", "##[", " ", "\n", "x", "\t"})).Draw(rt, "pieces")
		pieces = append(pieces, "\n")
		var b strings.Builder
		w := &lineWriter{w: &b, change: noCommand}
		for _, p := range pieces {
			if n, err := w.Write([]byte(p)); n != len(p) || err != nil {
				rt.Fatal(n, err)
			}
		}
		var whole strings.Builder
		for line := range strings.Lines(strings.Join(pieces, "")) {
			whole.Write(noCommand([]byte(line)))
		}
		if b.String() != whole.String() {
			rt.Fatalf("%q, want %q", b.String(), whole.String())
		}
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
				rt.Fatalf("a command: %q", line)
			}
		}
	})
}
