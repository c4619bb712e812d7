package retrieval_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

func TestFeatures(t *testing.T) {
	for text, want := range map[string]struct{ words, letters string }{
		"":                      {"", ""},
		"... \x00 \xff\xfe — 🦫": {"", ""},
		"Fix it":                {"fix it", "^fi fix ix$ ^it it$"},
		"queries, querying":     {"query query", "^qu que uer eri rie ies es$ ^qu que uer ery ryi yin ing ng$"},
		"passes passed pass ass": {"pass pass pass ass",
			"^pa pas ass sse ses es$ ^pa pas ass sse sed ed$ ^pa pas ass ss$ ^as ass ss$"},
		"退款":       {"退款", "退款"},
		"退款政策k8s版": {"退款 款政 政策 k8s 版", "退款政 款政策 ^k8 k8s 8s$ 版"},
		"ÉTÉ שלום": {"été שלום", "^ét été té$ ^של שלו לום ום$"},
		"a\xffb":   {"a b", "^a$ ^b$"},
	} {
		words, letters := retrieval.Features(text)
		if d := cmp.Diff(want.words, strings.Join(words, " ")); d != "" {
			t.Errorf("%q: words (-want +got):\n%s", text, d)
		}
		if d := cmp.Diff(want.letters, strings.Join(letters, " ")); d != "" {
			t.Errorf("%q: letters (-want +got):\n%s", text, d)
		}
	}
}

// A feature is short and valid, whatever the text.
func TestFeaturesAreShortAndValid(t *testing.T) {
	long := strings.Repeat("x", 1<<20) + strings.Repeat("退", 1<<16)
	for _, text := range []string{long, long[:len(long)-1]} {
		words, letters := retrieval.Features(text)
		for _, f := range append(words, letters...) {
			if len(f) > 1100 || !utf8.ValidString(f) {
				t.Fatalf("a feature of %d bytes, valid: %v", len(f), utf8.ValidString(f))
			}
		}
	}
}

func FuzzFeatures(f *testing.F) {
	for _, s := range []string{"", "Terraform modules", "退款政策", "a\xffb\x00", "e\u0301te\u0301", "\u202eabc", "🦫🦫"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, letters := retrieval.Features(text)
		if len(words) > len(text) || len(letters) > len(text)+1 {
			t.Fatalf("%d words and %d runs of letters in %d bytes", len(words), len(letters), len(text))
		}
		for _, s := range append(words, letters...) {
			if s == "" || !utf8.ValidString(s) {
				t.Fatalf("feature %q", s)
			}
		}
	})
}

func TestLog2(t *testing.T) {
	for _, c := range []struct {
		a, b uint64
		want int64
	}{{1, 1, 0}, {2, 1, 1 << 20}, {3 << 40, 3, 40 << 20}, {1<<63 - 1, 1, 63<<20 - 1}} {
		if got := retrieval.Log2(c.a, c.b); got != c.want {
			t.Errorf("log2(%d/%d) is %d, want %d", c.a, c.b, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Uint64Range(1, 1<<40).Draw(t, "b")
		a := rapid.Uint64Range(b, 1<<50).Draw(t, "a")
		want := math.Log2(float64(a)/float64(b)) * (1 << 20)
		if got := float64(retrieval.Log2(a, b)); math.Abs(got-want) > 1.01 {
			t.Fatalf("log2(%d/%d) is %v, want %v", a, b, got, want)
		}
	})
}
