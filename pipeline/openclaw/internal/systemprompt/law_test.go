package systemprompt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// pieces are the building blocks of texts near the rules.
var pieces = []string{
	"HEARTBEAT_OK", "NO_REPLY", "⚙\ufe0f", "⚙", " ", "\n", "\u00a0", "\ufeff", "\u200b", "*", "**", "_", "`", "~",
	".", "!!!", "<b>", "</b>", "<", ">", "&nbsp;", "😀", "汉", "low", "#", "- ", "[ ]", "\r", "\u2028",
}

func text(t *rapid.T) string {
	some := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String())
	return strings.ToValidUTF8(strings.Join(rapid.SliceOfN(some, 0, 12).Draw(t, "pieces"), ""), "?")
}

func TestLaw_MarkingTwiceIsMarkingOnce_O20(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := systemprompt.Mark(text(t))
		if twice := systemprompt.Mark(once); twice != once {
			t.Fatalf("%q becomes %q", once, twice)
		}
		if once != "" && !systemprompt.Marked(once) {
			t.Fatalf("%q is not marked", once)
		}
	})
}

func TestLaw_SilentTokens_O21(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkSilent(t, text(t)) })
}

// checkSilent checks that a silent text is stripped to nothing, that at most one token is removed, and that stripping a
// text with one token is idempotent.
func checkSilent(t rapid.TB, s string) {
	left := systemprompt.Silent.Strip(s)
	if systemprompt.Silent.Is(s) && left != "" {
		t.Fatalf("%q is silent, and %q is left", s, left)
	}
	before, after := strings.Count(s, string(systemprompt.Silent)), strings.Count(left, string(systemprompt.Silent))
	if after < before-1 || before < after || !strings.Contains(s, left) {
		t.Fatalf("%q is stripped to %q", s, left)
	}
	if again := systemprompt.Silent.Strip(left); before < 2 && again != left {
		t.Fatalf("%q, stripped, is %q, and then %q", s, left, again)
	}
}

func TestLaw_HeartbeatStripping_O22(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkHeartbeat(t, text(t)) })
}

// checkHeartbeat checks every stripped text: one without a token is only trimmed, a stripped one has no token at either
// end and is no longer than before; and a heartbeat's answer differs only by its limit.
func checkHeartbeat(t rapid.TB, s string) {
	got := systemprompt.StripHeartbeat(s)
	switch {
	case got.Skip != (got.Text == ""):
		t.Fatalf("%q: skip is %v with the text %q", s, got.Skip, got.Text)
	case !got.Did && got.Text != jstext.Trim(s):
		t.Fatalf("%q, not stripped, is %q", s, got.Text)
	case got.Did && (strings.HasPrefix(got.Text, systemprompt.Heartbeat) || strings.HasSuffix(got.Text,
		systemprompt.Heartbeat)):
		t.Fatalf("%q is stripped to %q", s, got.Text)
	case jstext.Len(got.Text) > jstext.Len(s) || !utf8.ValidString(got.Text):
		t.Fatalf("%q grows to %q", s, got.Text)
	}
	limit := systemprompt.AckLimit(nil)
	if in := systemprompt.StripHeartbeatReply(s, limit); in != got && (!in.Skip ||
		float64(jstext.Len(got.Text)) > limit) {
		t.Fatalf("%q as a heartbeat's answer: %+v, else %+v", s, in, got)
	}
}

func TestLaw_NothingClosesABlock_O38(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkBlock(t, text(t), rapid.IntRange(-1, 20).Draw(t, "most"))
	})
}

// checkBlock checks that a block is closed only by its own end, and a literal is one line without invisible characters.
func checkBlock(t rapid.TB, s string, most int) {
	literal := systemprompt.Literal(s)
	if systemprompt.Literal(literal) != literal || strings.ContainsAny(literal, "\n\r\u0085\u2028\u2029\u200b\x00") {
		t.Fatalf("%q as a literal: %q", s, literal)
	}
	block := systemprompt.Block("L", s, most)
	if block == "" {
		if !jstext.Blank(literal) {
			t.Fatalf("%q has no block", s)
		}
		return
	}
	head, rest, _ := strings.Cut(block, "\n<untrusted-text>\n")
	inside, isClosed := strings.CutSuffix(rest, "\n</untrusted-text>")
	if !isClosed || strings.ContainsAny(head+inside, "<>\r") || !utf8.ValidString(inside) {
		t.Fatalf("%q as a block: %q", s, block)
	}
	shown := jstext.Len(strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(inside))
	if most > 0 && shown > most {
		t.Fatalf("%q as a block shows %d units, at most %d were asked for", s, shown, most)
	}
}

func TestLaw_NoTokenIsSent_O39(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkNormalize(t, text(t), rapid.Bool().Draw(t, "rich"))
	})
}

// checkNormalize checks that a token alone is never sent, and that only replies with something beside their text are
// sent without one.
func checkNormalize(t rapid.TB, s string, rich bool) {
	r := systemprompt.Reply{Text: s}
	if rich {
		r.Media = []string{"https://example.org/a.png"}
	}
	sent, skip := systemprompt.Normalizer{}.Normalize(r)
	switch {
	case skip != "" && (rich || sent != ""):
		t.Fatalf("%q: %q, skipped as %s", s, sent, skip)
	case skip == "" && !rich && jstext.Blank(sent):
		t.Fatalf("%q is sent as %q", s, sent)
	case sent == systemprompt.Heartbeat:
		t.Fatalf("%q: the token is sent", s)
	}
	prefixed, _ := systemprompt.Normalizer{Prefix: "[bot]"}.Normalize(r)
	if want := "[bot] " + sent; prefixed != want && prefixed != sent {
		t.Fatalf("%q is sent as %q, with a prefix as %q", s, sent, prefixed)
	}
}
