package rows

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Whatever digests were forgotten, the file has each text once, in the order of first arrival.
func TestTextsStandOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		w, err := newTexts(dir, newCodec())
		if err != nil {
			rt.Fatal(err)
		}
		w.known.most = rapid.IntRange(1, 4).Draw(rt, "most")
		var want []string
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 20), 0, 80).Draw(rt, "texts") {
			text := fmt.Sprint("text ", n)
			w.keep(text)
			if !slices.Contains(want, text) {
				want = append(want, text)
			}
			if n%3 == 0 {
				w.next()
			}
		}
		if err := w.finish(); err != nil {
			rt.Fatal(err)
		}
		if err := w.publish(); err != nil {
			rt.Fatal(err)
		}
		var got []string
		for _, row := range readRows[textRow](t, dir, "texts") {
			if d := digestOf(row.Text); fmt.Sprintf("%x", d[:]) != row.Digest {
				rt.Fatalf("%q has the digest %s", row.Text, row.Digest)
			}
			got = append(got, row.Text)
		}
		if d := cmp.Diff(want, got); d != "" {
			rt.Fatalf("texts (-want +got):\n%s", d)
		}
		if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != 1 {
			rt.Fatalf("files: %v, %v", names, err)
		}
	})
}

// However few digests are compared at a time, the same duplicates are found.
func TestDoublesInParts(t *testing.T) {
	w, err := newTexts(t.TempDir(), newCodec())
	if err != nil {
		t.Fatal(err)
	}
	w.known.most = 1
	for i := range 500 {
		w.keep(fmt.Sprint(i % 170))
		w.next()
	}
	if err := w.file.end(); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{3, 100, 1 << 19} {
		found, err := doubles(w.file.file, w.file.rows, most)
		if err != nil {
			t.Fatal(err)
		}
		if found.n != 330 {
			t.Errorf("%d at a time: %d doubles, want 330", most, found.n)
		}
		for row := range w.file.rows {
			if found.has(row) != (row >= 170) {
				t.Fatalf("%d at a time: row %d: %v", most, row, found.has(row))
			}
		}
	}
	if err := w.abort(); err != nil {
		t.Error(err)
	}
}

// Frequent digests are never forgotten.
func TestDigestsKeepWhatIsAskedFor(t *testing.T) {
	known := digests{most: 8}
	hot := digestOf("hot")
	if !known.add(hot) {
		t.Fatal("known before it came")
	}
	for i := range 1000 {
		if !known.add(digestOf(fmt.Sprint(i))) {
			t.Fatalf("%d is known", i)
		}
		if i%5 == 0 && known.add(hot) {
			t.Fatalf("forgotten after %d others", i)
		}
		if n := len(known.young) + len(known.old); n > 16 {
			t.Fatalf("%d are remembered", n)
		}
	}
	if !known.forgot {
		t.Error("it does not say that it forgot some")
	}
}
