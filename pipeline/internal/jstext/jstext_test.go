package jstext_test

import (
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

func TestWhiteSpaceIsJavaScripts(t *testing.T) {
	var got []rune
	for r := range rune(unicode.MaxRune) + 1 {
		if jstext.IsSpace(r) {
			got = append(got, r)
		}
	}
	want := []rune{
		0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
		0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTrim(t *testing.T) {
	const s = "\ufeff\u3000 a\u00a0\n\tb\u2028 "
	for name, c := range map[string][2]string{
		"both":              {jstext.Trim(s), "a\u00a0\n\tb"},
		"left":              {jstext.TrimLeft(s), "a\u00a0\n\tb\u2028 "},
		"right":             {jstext.TrimRight(s), "\ufeff\u3000 a\u00a0\n\tb"},
		"collapsed":         {jstext.Collapse(s), "a b"},
		"U+0085 and U+200B": {jstext.Trim("\u0085a\u200b"), "\u0085a\u200b"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %q, want %q", name, c[0], c[1])
		}
	}
	if !jstext.Blank("\ufeff \n") || !jstext.Blank("") || jstext.Blank(" \u200b") {
		t.Error("Blank is not what is left of a trimmed text")
	}
}

func TestCutsLeaveAWholeCharacterOut(t *testing.T) {
	const s = "a😀汉b"
	for n, want := range []struct{ head, tail string }{
		{"", ""}, {"a", "b"}, {"a", "汉b"}, {"a😀", "汉b"}, {"a😀汉", "😀汉b"}, {s, s}, {s, s},
	} {
		if got := jstext.Head(s, n); got != want.head {
			t.Errorf("first %d: %q, want %q", n, got, want.head)
		}
		if got := jstext.Tail(s, n); got != want.tail {
			t.Errorf("last %d: %q, want %q", n, got, want.tail)
		}
	}
	if got := jstext.Head(s, -1) + jstext.Tail(s, -1); got != "" {
		t.Errorf("a cut below 0 leaves %q", got)
	}
}

// text generates any valid text, rich in characters beyond U+FFFF and in white space.
func text() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOf(rapid.OneOf(rapid.SampledFrom([]string{"😀", " ", "汉", "\ufeff", "é"}),
			rapid.String())).Draw(t, "parts")
		return strings.ToValidUTF8(strings.Join(parts, ""), "?")
	})
}

func TestLaw_CutsAreThoseOfUTF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := text().Draw(t, "text")
		all := utf16.Encode([]rune(s))
		if got := jstext.Len(s); got != len(all) {
			t.Fatalf("%q has %d units, want %d", s, got, len(all))
		}
		n := rapid.IntRange(0, len(all)).Draw(t, "n")
		half := n < len(all) && n > 0 && utf16.IsSurrogate(rune(all[n-1])) &&
			utf16.DecodeRune(rune(all[n-1]), rune(all[n])) != unicode.ReplacementChar
		head, tail := all[:n], all[n:]
		if half {
			head, tail = all[:n-1], all[n+1:]
		}
		for name, c := range map[string][2]string{
			"head": {jstext.Head(s, n), string(utf16.Decode(head))},
			"tail": {jstext.Tail(s, len(all)-n), string(utf16.Decode(tail))},
		} {
			if c[0] != c[1] || !utf8.ValidString(c[0]) {
				t.Fatalf("%s of %q at %d: %q, want %q", name, s, n, c[0], c[1])
			}
		}
	})
}

func TestNumbersAreSpeltAsJavaScriptDoes(t *testing.T) {
	for want, f := range map[string]float64{
		"0": math.Copysign(0, -1), "-1.5": -1.5, "100000000000000000000": 1e20, "1e+21": 1e21, "0.000001": 1e-6,
		"1e-7": 1e-7, "1.25e-9": 1.25e-9, "-2e+100": -2e100, "0.15000000000000002": 0.15000000000000002,
		"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1),
	} {
		if got := jstext.FormatNumber(f); got != want {
			t.Errorf("%v is spelt %s, want %s", f, got, want)
		}
	}
}

func TestNumbersAreReadAsJavaScriptDoes(t *testing.T) {
	for s, want := range map[string]float64{
		"": 0, " \ufeff12\n": 12, "+1.": 1, "-.5e1": -5, "007": 7, "0x1F": 31, "0b11": 3, "0O17": 15,
		"-Infinity": math.Inf(-1), "1e999": math.Inf(1), "0x29b079629642c97e222": 1.2304524967079265e22,
	} {
		if got := jstext.ParseNumber(s); got != want {
			t.Errorf("%q is %v, want %v", s, got, want)
		}
	}
	for _, s := range []string{
		"1_000", "inf", "nan", "NaN", "infinity", "0x", "-0x1", "0x1p4", "1 2", "12px", ".", "1e", "٣",
	} {
		if got := jstext.ParseNumber(s); !math.IsNaN(got) {
			t.Errorf("%q is %v, want no number", s, got)
		}
	}
}
