package retrieval_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

func cosine(a, b []float32) float64 {
	s := 0.0
	for i := range a {
		s += float64(a[i]) * float64(b[i])
	}
	return s
}

func TestWordsMean(t *testing.T) {
	v, err := words(t).Embed(t.Context(), []string{"book a flight", "reserve plane tickets", "sort the integers",
		"The FLIGHT!", "flight", "海狸 zzqxv \xff"})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range v[:5] {
		if l := cosine(x, x); len(x) != 100 || math.Abs(l-1) > 1e-6 {
			t.Errorf("text %d: %d dimensions of length² %v, want 100 of 1", i, len(x), l)
		}
	}
	if near, far := cosine(v[0], v[1]), cosine(v[0], v[2]); near < far+0.1 {
		t.Errorf("%v for tickets, %v for integers", near, far)
	}
	if c := cosine(v[3], v[4]); c < 0.99 {
		t.Errorf("%v: a frequent word counts next to nothing", c)
	}
	if l := cosine(v[5], v[5]); len(v[5]) != 100 || l != 0 {
		t.Errorf("no known word: %d dimensions of length² %v, want 100 of 0", len(v[5]), l)
	}
}

// file is word vectors of two dimensions.
func file(count uint32, words ...string) string {
	b := []byte("BVEC")
	for _, n := range []uint32{1, 2, count} {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	for i, w := range words {
		b = append(append(b, byte(len(w))), w...)
		b = binary.LittleEndian.AppendUint32(b, uint32(i))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(0.5))
		b = append(b, byte(i+1), 0xFF)
	}
	return string(b)
}

func TestParseErrors(t *testing.T) {
	good := file(2, "a", "bc")
	if _, err := retrieval.Parse(good); err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string]string{
		"no BVEC file":             "GLOVE and more than sixteen bytes",
		"version 2":                strings.Replace(good, "\x01", "\x02", 1),
		"4294967295 words":         file(math.MaxUint32, "a"),
		"word 2 of 2 is cut off":   good[:len(good)-1],
		"1 bytes behind":           good + "x",
		"word 1 of 1 is cut off":   file(1, "long")[:26],
		"0 words of 0 dimensions":  "BVEC\x01\x00\x00\x00" + strings.Repeat("\x00", 8),
		"version 0":                "BVEC" + strings.Repeat("\x00", 12),
		"11 bytes behind the last": file(0, "x")[:27],
	} {
		if _, err := retrieval.Parse(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	good := file(2, "a", "bc")
	f.Add(good, "a")
	f.Add(good[:len(good)-1], "bc")
	f.Add(file(1, ""), "")
	f.Fuzz(func(t *testing.T, data, text string) {
		w, err := retrieval.Parse(data)
		if err != nil {
			return
		}
		v, err := w.Embed(t.Context(), []string{text})
		if err != nil || len(v) != 1 {
			t.Fatalf("%d vectors, %v", len(v), err)
		}
	})
}
