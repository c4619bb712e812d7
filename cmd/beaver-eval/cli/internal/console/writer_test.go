package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

func TestNoCommand(t *testing.T) {
	for line, want := range map[string]string{
		"::error::x":               `\::error::x`,
		"  \t::add-mask::secret":   "  \t" + `\::add-mask::secret`,
		"said ::error::x":          "said ::error::x",
		"say ##[error]x ##[group]": `say ##\[error]x ##\[group]`,
		"\u00a0::stop-commands::x": "\u00a0" + `\::stop-commands::x`,
		"":                         "",
	} {
		if got := noCommand(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// through prints pieces through a writer.
func through(change func(string) string, pieces ...string) string {
	var b strings.Builder
	d := &Writer{W: &b, Change: change}
	for _, p := range pieces {
		if n, err := d.Write([]byte(p)); n != len(p) || err != nil {
			panic(err)
		}
	}
	if err := d.Flush(); err != nil {
		panic(err)
	}
	return b.String()
}

func TestDoor(t *testing.T) {
	key := "ghp_" + strings.Repeat("Qm7Zt4Kd9Rw2", 3)
	mask := secrets.Mask("github-token", key)
	s := &Screen{Runner: true, Masker: secrets.New()}
	for text, want := range map[string][2]string{ // for people, for machines
		"a\tb\n":                  {"a\tb\n", "a\tb\n"},
		"\x1b[31mred\a\x00\x7f\n": {`\u001b[31mred\u0007\u0000\u007f` + "\n", `\u001b[31mred\u0007\u0000\u007f` + "\n"},
		"a\r::error::x\n":         {`a\u000d::error::x` + "\n", `a\u000d::error::x` + "\n"},
		"\u202etxt\u009b\u2028\n": {`\u202etxt\u009b\u2028` + "\n", `\u202etxt\u009b\u2028` + "\n"},
		"\x9b31m\n":               {`\x9b31m` + "\n", `\ufffd31m` + "\n"},
		"\r::error::x\n":          {`\u000d::error::x` + "\n", `\u000d::error::x` + "\n"},
		"::error::x\n":            {`\::error::x` + "\n", "::error::x\n"},
		"x ##[error]\n":           {`x ##\[error]` + "\n", `x ##\u005berror]` + "\n"},
		"no end " + key:           {"no end " + mask, "no end " + mask},
	} {
		got := [2]string{through(s.People, text), through(s.Machines, text)}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	}
}

// The program's own colours stay, around foreign text. Without colours nothing changes.
func TestDoor_Paint(t *testing.T) {
	for colours, want := range map[bool]string{
		true: "@@\n\x1b[31m-a" + `\u001b[32m` + "\x1b[0m\n c\n", false: "@@\n-a" + `\u001b[32m` + "\n c\n",
	} {
		var b strings.Builder
		d := &Writer{W: &b, Change: (&Screen{Masker: secrets.New()}).People, Colours: colours}
		fmt.Fprintln(d, "@@")
		d.Paint("\x1b[31m")
		fmt.Fprintln(d, "-a\x1b[32m")
		d.Paint("")
		fmt.Fprintln(d, " c")
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
}

func writerPieces() []string {
	return []string{":", "::", "#", "##[", " ", "\n", "x", "\t", "\r", "\x1b", "\x9b", "password: ", "Winter2031!"}
}

// However a text is split into writes, the output is the same, and no line of it is a command.
func TestDoorLaw(t *testing.T) {
	s := &Screen{Runner: true, Masker: secrets.New()}
	rapid.Check(t, func(rt *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom(writerPieces())).Draw(rt, "pieces")
		out := through(s.People, pieces...)
		if d := cmp.Diff(through(s.People, strings.Join(pieces, "")), out); d != "" {
			rt.Errorf("at once and in pieces (-once +pieces):\n%s", d)
		}
		for line := range strings.Lines(out) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") ||
				strings.ContainsAny(line, "\r\x1b") || strings.IndexByte(line, 0x9b) >= 0 {
				rt.Fatalf("a command: %q", line)
			}
		}
	})
}

// Words of a line are emphasized with colours, unless the writer had to change the line.
func TestEmphasize(t *testing.T) {
	for name, tt := range map[string]struct {
		colours bool
		want    string
	}{
		"colours": {true, "\x1b[31m-Be \x1b[7mold\x1b[27m.\x1b[0m\n" +
			"\x1b[31m-b! old.\x1b[0m\n\x1b[31m-Be old.\x1b[0m\n"},
		"no colours": {false, "-Be old.\n-b! old.\n-Be old.\n"},
	} {
		var b strings.Builder
		hide := func(s string) string { return strings.ReplaceAll(s, "bad", "b!") }
		w := &Writer{W: &b, Colours: tt.colours, Change: hide}
		w.Paint("\x1b[31m")
		for _, line := range []string{"-Be old.", "-bad old."} {
			w.Emphasize(4, 7)
			fmt.Fprintln(w, line)
		}
		fmt.Fprintln(w, "-Be old.")
		if d := cmp.Diff(tt.want, b.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// An endless line is printed in parts, so that it need not be kept or searched whole: up to a blank if there is one,
// and never within a character.
func TestDoorBreaksLongLines(t *testing.T) {
	var b strings.Builder
	d := &Writer{W: &b, Longest: 8}
	for i, tt := range []struct{ data, want string }{
		{"12345678", ""}, {"9", "12345678\n"}, {"\n", "9\n"}, {"aaaa bbbb cc\nd", "aaaa \nbbbb cc\n"},
		{"ääää", "dääää"[:7] + "\n"}, {"\n", "ä\n"},
		{strings.Repeat("x", 20) + "\n", "xxxxxxxx\nxxxxxxxx\nxxxx\n"},
	} {
		b.Reset()
		if n, err := d.Write([]byte(tt.data)); n != len(tt.data) || err != nil {
			t.Fatal(n, err)
		}
		if d := cmp.Diff(tt.want, b.String()); d != "" {
			t.Errorf("%d: -want +got:\n%s", i, d)
		}
	}
}

// On a terminal a line is broken at blanks, and each row has the line's colour and its own part of the emphasis.
func TestDoorBreaksAtBlanks(t *testing.T) {
	for colours, want := range map[bool]string{
		false: "  +one two\n    three\nfour\n",
		true: "\x1b[32m  +one \x1b[7mtwo\x1b[27m\x1b[0m\n    \x1b[32m\x1b[7mth\x1b[27mree\x1b[0m\n" +
			"\x1b[32mfour\x1b[0m\n",
	} {
		var b strings.Builder
		d := &Writer{W: &b, Columns: 12, Colours: colours}
		d.Paint("\x1b[32m")
		d.Emphasize(7, 13)
		fmt.Fprintln(d, "  +one two three")
		fmt.Fprintln(d, "four")
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Errorf("colours %v (-want +got):\n%s", colours, d)
		}
	}
}
