package chinese_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

func dictionary(t testing.TB) *chinese.Dictionary {
	t.Helper()
	d, err := chinese.NewDictionary()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPieces(t *testing.T) {
	d := dictionary(t)
	for run, want := range map[string]string{
		"上传文件到云端":      "上传 文件 到 云端",
		"从不同的角度":       "从 不同 的 角度", // and not 从不 同 的
		"部署到生产环境":      "部署 到 生产环境",
		"優化數據庫查詢":      "優化 數據庫 查詢",
		"研究生命起源":       "研究 生命 起源", // and not 研究生 命 起源
		"我":            "我",
		"𠀀𠀁":           "𠀀 𠀁", // not in the dictionary
		"人工智能":         "人工智能",
		"中华人民共和国":      "中华人民共和国",
		"中華人民共和國的首都北京": "中華人民共和國 的 首都 北京",
	} {
		if got := strings.Join(d.Pieces(run), " "); got != want {
			t.Errorf("%s: %s, want %s", run, got, want)
		}
	}
}

// inWords returns the translation of a text: the first English word of each Chinese one.
func inWords(d *chinese.Dictionary, text string) string {
	var all []string
	for _, w := range d.Words(text) {
		all = append(all, w.Chinese+"→"+w.Options[0].English)
	}
	return strings.Join(all, " ")
}

func TestWords(t *testing.T) {
	d := dictionary(t)
	for text, want := range map[string]string{
		"上传图片":              "上传→upload 图片→image",
		"上傳圖片":              "上傳→upload 圖片→image",
		"代码审查,审查代码":         "代码审查→code 审查→review 代码→code",
		"上传上传 上传":           "上传→upload", // once
		"上傳,上传":             "上傳→upload", // in both forms
		"用 GitHub API 创建PR": "用→use 创建→create",
		"把它给我":              "",                    // only grammatical words
		"著名的作家":             "著名→famous 作家→author", // in other words 著 is 着
		"ＡＰＩ文档２":            "文档→document",
		"三百二十五":             "三→three 百→hundred 二→two 十五→fifteen",
		"":                  "",
		"。,！?…「」":           "",
		"no Chinese, ただのかな": "",
		"\xff上传\xfe":        "上传→upload",
		"上\xff传":            "传→pass", // invalid UTF-8 separates
		"𠮷":                 "",
		"👩‍💻写代码":            "写→write 代码→code",
	} {
		if got := inWords(d, text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestOptions(t *testing.T) {
	d := dictionary(t)
	for text, want := range map[string][]chinese.Option{
		"监控": {{"monitor", 100}, {"monitoring", 100}},
		"部门": {{"department", 100}, {"branch", 85}, {"section", 72}, {"division", 61}}, // the first sense counts most
	} {
		words := d.Words(text)
		if len(words) != 1 {
			t.Fatalf("%s: %v", text, words)
		}
		if diff := cmp.Diff(want, words[0].Options); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// For any text: the words occur in it, in order, and consist of Chinese characters; each option has a weight, the first
// the highest one.
func TestWordsOfAnyText(t *testing.T) {
	d := dictionary(t)
	chars := []rune("上传图片代码审查把的優化數據庫研究生命一二三𠀀𠮷aZ9 ,。\uFFFDＡ")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringOf(rapid.SampledFrom(chars)), rapid.String()).Draw(t, "text")
		rest := text
		for _, w := range d.Words(text) {
			i := strings.Index(rest, w.Chinese)
			if i < 0 || !chinese.Has(w.Chinese) {
				t.Fatalf("%q is not in %q", w.Chinese, rest)
			}
			rest = rest[i+len(w.Chinese):]
			top := slices.MaxFunc(w.Options, func(a, b chinese.Option) int { return a.Weight - b.Weight })
			if top.Weight != w.Options[0].Weight || top.Weight != 100 || top.English == "" {
				t.Fatalf("%+v", w)
			}
		}
		if got := strings.Join(d.Pieces(text), ""); got != strings.ToValidUTF8(text, "\uFFFD") {
			t.Fatalf("pieces of %q make %q", text, got)
		}
	})
}

// Time is linear in the length of a text, whatever its content.
func TestLongText(t *testing.T) {
	d := dictionary(t)
	for _, unit := range []string{"不", "中华人民共和国", "上传图片代码", "𠀀", "\xff上", "优"} {
		text := strings.Repeat(unit, 100_000/len(unit))
		began := time.Now()
		words := d.Words(text)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%q: %v", unit, took)
		}
		if len(words) > 8 {
			t.Errorf("%q: %d words", unit, len(words))
		}
	}
}

func TestTranslatorIsLazy(t *testing.T) {
	var tr chinese.Translator
	for _, text := range []string{"", "upload a picture", "\xff", "かな", "ＡＰＩ"} {
		if words, err := tr.Words(text); len(words) > 0 || err != nil || tr.Loaded() {
			t.Errorf("%q: %v, %v, loaded: %v", text, words, err, tr.Loaded())
		}
	}
	words, err := tr.Words("upload 图片")
	if len(words) != 1 || err != nil || !tr.Loaded() {
		t.Errorf("%v, %v, loaded: %v", words, err, tr.Loaded())
	}
}
