package chinese_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

// Pieces of a table: one pair, one English word, one Chinese word.
const (
	head  = "BCED\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00"
	pair  = "\xb3\x50\x00\x00\x20\x4f\x00\x00" // 傳 → 传
	word  = "\x06upload"
	entry = "\x06上传\x01\x00\x00\x64"
)

func TestParse(t *testing.T) {
	d, err := chinese.Parse(head + pair + word + entry)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"上传", "上傳"} {
		if got := inWords(d, text); got != text+"→upload" {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	two := "BCED\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00"
	for want, data := range map[string]string{
		"no BCED table":                     "BVEC" + head[4:] + pair + word + entry,
		"version 2, want 1":                 "BCED\x02" + head[5:],
		"want at most":                      head[:8] + "\xff\xff\xff\xff" + head[12:],
		"pairs of characters are cut off":   head + pair[:7],
		"pair 1 of 1 is not of":             head + "a\x00\x00\x00" + pair[4:] + word + entry,
		"English word 1 of 1 is cut off":    head + pair + word[:4],
		`English word 1 of 1 is ""`:         head + pair + "\x00" + entry,
		`English word 1 of 1 is "\xff"`:     head + pair + "\x01\xff" + entry,
		"word 1 of 1: it is cut off":        head + pair + word + entry[:9],
		"English word 1 of 1 at weight 100": head + pair + word + "\x06上传\x01\x01\x00\x64",
		"English word 0 of 1 at weight 0":   head + pair + word + "\x06上传\x01\x00\x00\x00",
		"English word 0 of 1 at weight 101": head + pair + word + "\x06上传\x01\x00\x00\x65",
		`"ab" is no Chinese word`:           head + pair + word + "\x02ab\x00",
		"has 0 characters":                  head + pair + word + "\x00\x00",
		"has 9 characters":                  head + pair + word + "\x1b" + strings.Repeat("上", 9) + "\x00",
		`"上传" does not come behind "上传"`:    two + pair + word + entry + entry,
		"1 bytes behind the last word":      head + pair + word + entry + "x",
		"word 2 of 2: it is cut off":        two + pair + word + entry,
	} {
		if _, err := chinese.Parse(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(head+pair+word+entry), "上傳图片")
	table, err := chinese.Table()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(table[:200]), "上传")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		d, err := chinese.Parse(string(data))
		if err != nil {
			return
		}
		for _, w := range d.Words(text) {
			if len(w.Options) == 0 || !strings.Contains(text, w.Chinese) {
				t.Errorf("%+v of %q", w, text)
			}
		}
	})
}

func BenchmarkNewDictionary(b *testing.B) {
	for b.Loop() {
		dictionary(b)
	}
}

func BenchmarkWords(b *testing.B) {
	d := dictionary(b)
	for b.Loop() {
		d.Words("帮我把这份合同翻译成英文,并检查里面有没有不利于我们的条款")
	}
}
