package retrieval_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

func inEnglish(t testing.TB, docs []retrieval.Document) []retrieval.Document {
	t.Helper()
	docs, err := retrieval.InEnglish(docs, &chinese.Translator{})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func translatedQuery(t testing.TB, tr *chinese.Translator, text string) retrieval.Query {
	t.Helper()
	q, err := retrieval.NewTranslatedQuery(t.Context(), retrieval.BuiltIn{}, tr, text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func topTranslated(t testing.TB, x *retrieval.Index, text string, k int) []retrieval.Candidate {
	t.Helper()
	found, err := x.Top(translatedQuery(t, &chinese.Translator{}, text), k)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The first candidate, and the words that found it.
func TestTranslatedFirst(t *testing.T) {
	x := index(t, inEnglish(t, small()), retrieval.Default())
	for query, want := range map[string]string{
		"预订机票":                "flight-booking 预订→book 机票→plane",
		"預訂機票":                "flight-booking 預訂→book 機票→plane",
		"查看 kubernetes 部署的日志": "k8s-helper 部署→deployment 日志→log",
		"退款政策":                "退款政策",          // its own words match best
		"refund":              "refund-policy", // no Chinese: no translation
		"编写基础设施代码":            "terraform-engineer 编写→write 基础设施→infrastructure 代码→code",
		"pytorch 训练":          "pytorchlightning 训练→train",
		"ｋｕｂｅｒｎｅｔｅｓ日志":        "k8s-helper 日志→log",
	} {
		found := topTranslated(t, x, query, 1)
		if len(found) != 1 {
			t.Errorf("%s: %v", query, found)
			continue
		}
		if got := strings.Join(append([]string{found[0].Name}, found[0].Via...), " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// Words missing in the dictionary, or in all documents, find nothing.
func TestTranslationFindsNothing(t *testing.T) {
	x := index(t, inEnglish(t, small()), retrieval.Default())
	for _, query := range []string{"", "。,!", "𠀀𠮷", "的了吗", "\xff\xfe", "蜥蜴", "かな"} {
		if found := topTranslated(t, x, query, 9); len(found) > 0 {
			t.Errorf("%q: %v", query, found)
		}
	}
}

// An English query finds a Chinese document by the English words that InEnglish gave it.
func TestEnglishFindsChinese(t *testing.T) {
	docs := []retrieval.Document{
		{Name: "图片上传", Description: "把图片上传到云端。"}, {Name: "pods", Description: "Kubernetes."},
	}
	const query = "upload an image"
	if got := names(top(t, index(t, docs, retrieval.Default()), query, 1)); slices.Contains(got, "图片上传") {
		t.Fatalf("found as it is: %v", got)
	}
	got := names(top(t, index(t, inEnglish(t, docs), retrieval.Default()), query, 1))
	if !slices.Equal(got, []string{"图片上传"}) {
		t.Errorf("%v, want the Chinese one", got)
	}
	if d := cmp.Diff(docs[1], inEnglish(t, docs)[1]); d != "" {
		t.Errorf("the English one has changed:\n%s", d)
	}
}

// Without Chinese characters nothing changes for a query or a document: the same scores to the last bit.
func TestEnglishStaysAsItIs(t *testing.T) {
	tr := &chinese.Translator{}
	laws(t, retrieval.Default(), func(t *rapid.T, docs []retrieval.Document, find finder, query string) {
		noChinese := func(s string) string { return strings.Map(withoutChinese, s) }
		for i, d := range docs {
			docs[i] = retrieval.Document{Name: noChinese(d.Name), Description: noChinese(d.Description), Body: d.Body}
		}
		query = noChinese(query)
		english, err := retrieval.InEnglish(docs, tr)
		if d := cmp.Diff(docs, english); d != "" || err != nil {
			t.Fatalf("%v:\n%s", err, d)
		}
		x, errIndex := retrieval.New(t.Context(), docs, retrieval.BuiltIn{}, retrieval.Default())
		plain, errPlain := retrieval.NewQuery(t.Context(), retrieval.BuiltIn{}, query)
		translated, errTranslated := retrieval.NewTranslatedQuery(t.Context(), retrieval.BuiltIn{}, tr, query)
		if err := errors.Join(errIndex, errPlain, errTranslated); err != nil {
			t.Fatal(err)
		}
		want, _ := x.Top(plain, 20)
		got, _ := x.Top(translated, 20)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("(-plain +translated):\n%s", d)
		}
	})
}

func withoutChinese(r rune) rune {
	if chinese.Has(string(r)) {
		return -1
	}
	return r
}

// The order of the documents does not matter, nor that of the queries; a score is between 1 and One; a match through
// words names them, and only words of the query.
func TestTranslatedLaws(t *testing.T) {
	tr := &chinese.Translator{}
	chars := []rune("上传图片代码审查退款政策订机票日志 codelogimageupload,的")
	text := rapid.StringOfN(rapid.SampledFrom(chars), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) retrieval.Document {
			return retrieval.Document{Name: text.Draw(t, "name"), Description: rapid.SampledFrom([]string{
				"Uploads images and pictures.", "Reviews code.", "Reads logs of pods.", "退款", "",
				"Books flights; refunds tickets.",
			}).Draw(t, "description")}
		}), 1, 8).Draw(t, "docs")
		query := text.Draw(t, "query")
		find := func(docs []retrieval.Document) []retrieval.Candidate {
			docs, err1 := retrieval.InEnglish(docs, tr)
			x, err2 := retrieval.New(t.Context(), docs, retrieval.BuiltIn{}, retrieval.Default())
			q, err3 := retrieval.NewTranslatedQuery(t.Context(), retrieval.BuiltIn{}, tr, query)
			found, err4 := x.Top(q, 20)
			if err := errors.Join(err1, err2, err3, err4); err != nil {
				t.Fatal(err)
			}
			return found
		}
		found := find(docs)
		for _, c := range found {
			if c.Score < 1 || c.Score > retrieval.One {
				t.Fatalf("%+v", c)
			}
			for _, via := range c.Via {
				from, to, ok := strings.Cut(via, "→")
				if !ok || to == "" || !strings.Contains(query, from) {
					t.Fatalf("%q: found via %q", query, via)
				}
			}
		}
		turned := slices.Clone(docs)
		slices.Reverse(turned)
		if d := cmp.Diff(found, find(turned)); d != "" {
			t.Fatalf("in another order:\n%s", d)
		}
	})
}

// A memo keeps the answers to a query and to its translated form apart.
func TestMemoTellsTranslations(t *testing.T) {
	x, memo, tr := index(t, small(), retrieval.Default()), retrieval.NewMemo(4), &chinese.Translator{}
	for range 2 {
		for _, tt := range []struct {
			q    retrieval.Query
			want []string
		}{
			{query(t, retrieval.BuiltIn{}, "预订机票"), nil},
			{translatedQuery(t, tr, "预订机票"), []string{"预订→book", "机票→plane"}},
		} {
			found, err := memo.Top(x, tt.q, 1)
			if err != nil {
				t.Fatal(err)
			}
			var via []string
			for _, c := range found {
				via = append(via, c.Via...)
			}
			if d := cmp.Diff(tt.want, via); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		}
	}
}

func TestTranslatedErrors(t *testing.T) {
	down := errors.New("down")
	asked := 0
	second := embedder(func(texts []string) ([][]float32, error) {
		if asked++; asked > 1 {
			return nil, down
		}
		return make([][]float32, len(texts)), nil
	})
	for range 2 { // first the translation's vector fails, then the query's
		_, err := retrieval.NewTranslatedQuery(t.Context(), second, &chinese.Translator{}, "上传图片")
		if !errors.Is(err, down) {
			t.Errorf("%v", err)
		}
	}
	x := index(t, small(), retrieval.Default())
	odd := embedder(func(texts []string) ([][]float32, error) {
		vector := make([]float32, 100-asked%2) // the translation's has another length
		asked++
		return [][]float32{vector}, nil
	})
	q, err := retrieval.NewTranslatedQuery(t.Context(), odd, &chinese.Translator{}, "上传图片")
	if err == nil {
		_, err = x.Top(q, 1)
	}
	if err == nil || !strings.Contains(err.Error(), "dimensions") {
		t.Errorf("%v, want one of dimensions", err)
	}
	var none pipeline.Embedder
	cfg := retrieval.Default()
	cfg.Meaning = 0
	q, err = retrieval.NewTranslatedQuery(t.Context(), none, &chinese.Translator{}, "预订机票")
	if err != nil {
		t.Fatal(err)
	}
	found, err := index(t, small(), cfg).Top(q, 1)
	if err != nil || len(found) != 1 || found[0].Name != "flight-booking" {
		t.Errorf("without vectors: %v, %v", found, err)
	}
}

// Time is bounded for any query: the first MaxQuery code points count.
func TestHostileChinese(t *testing.T) {
	d, err := chinese.NewDictionary()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder // as many words as possible
	for r := rune(0x4E00); all.Len() < 100_000; r++ {
		if r > 0x9FA5 {
			r = 0x4E00
		}
		fmt.Fprintf(&all, "%c", r)
	}
	if n := len(d.Words(all.String())); n < 5000 {
		t.Fatalf("only %d words", n)
	}
	x := index(t, inEnglish(t, small()), retrieval.Default())
	for name, text := range map[string]string{
		"all characters": all.String(), "one word": strings.Repeat("上传", 50_000), "rare": strings.Repeat("𠮷", 30_000),
		"invalid": strings.Repeat("\xff上", 30_000), "mixed": strings.Repeat("a上b传", 20_000),
	} {
		began := time.Now()
		for i, c := range topTranslated(t, x, text, 5) {
			if c.Rank != i+1 || c.Score < 1 || c.Score > retrieval.One {
				t.Errorf("%s: %+v", name, c)
			}
		}
		inEnglish(t, []retrieval.Document{{Name: text, Description: text}})
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}
