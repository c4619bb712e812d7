package pipeline_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{
		"":            0,
		"a":           1,
		"abcd":        1,
		"abcde":       2,
		"hello world": 3,
		"你好":          2,
		"ひらカ":         3,
		"한국":          2,
		"，！。":         3, // full-width comma and exclamation mark, ideographic full stop
		"é":           1,
		"éé":          1,
		"ééé":         2,
		"😀":           1,
		"hello 世界":    4,
		"\xff\xfe":    1, // two that are not UTF-8 count as others
	} {
		if got := pipeline.EstimateTokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// Every character that Unicode has in one of the scripts is one token.
func TestEstimateTokensOfEachCharacter(t *testing.T) {
	scripts := []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		want := 1
		if unicode.In(r, scripts...) || r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFFF0 {
			want = 2
		}
		if got := pipeline.EstimateTokens(string([]rune{r, r})); got != want {
			t.Errorf("%U twice: %d, want %d", r, got, want)
		}
	}
}

// Two texts have together at most as many tokens as apart, and no fewer than either.
func TestEstimateTokensOfTwoTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		na, nb := pipeline.EstimateTokens(a), pipeline.EstimateTokens(b)
		if n := pipeline.EstimateTokens(a + b); n > na+nb || n < max(na, nb) {
			t.Fatalf("%d and %d together are %d", na, nb, n)
		}
	})
}

func BenchmarkEstimateTokens(b *testing.B) {
	for name, text := range map[string]string{
		"ASCII":   strings.Repeat("Judge the current user message; the Task only explains it. ", 40),
		"mixed":   strings.Repeat("Answer in the language of the user (“请用中文回答”), e.g. — ", 40),
		"Chinese": strings.Repeat("你是一个任务规划助手，请根据用户的问题（当前）回答“问题”。", 40),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				pipeline.EstimateTokens(text)
			}
		})
	}
}
