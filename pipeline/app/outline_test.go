package app_test

import (
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// parts returns the names and texts of sections, alternating.
func parts(sections []pipeline.Section) []string {
	var all []string
	for _, s := range sections {
		all = append(all, s.Name, s.Text)
	}
	return all
}

func TestSplit(t *testing.T) {
	long := strings.Repeat("題", 70)
	longTag := "<" + strings.Repeat("x", 61) + ">\na\n</" + strings.Repeat("x", 61) + ">\nb"
	noLabels := "a\n\nAnswer: yes\n\n12:30:\n\n- b:\n\nHow is it, then:\n\n" + strings.Repeat("x", 41) + ":\n\n:\n"
	for name, c := range map[string]struct {
		text string
		want []string // name, text, name, text, …
	}{
		"empty": {"", []string{"Content", ""}},
		"blank": {" \n\n", []string{"Content", " \n\n"}},
		"no structure": {
			"You are\na helpful\nagent.\n",
			[]string{"Content", "You are\na helpful\nagent.\n"},
		},
		"a short question": {"Tools:\nnone", []string{"Content", "Tools:\nnone"}},
		"a short block":    {"<q>what?</q>", []string{"Content", "<q>what?</q>"}},
		"a heading alone":  {"# Rules", []string{"Rules", "# Rules"}},

		"headings": {"You are Bo.\n\n# Rules\nBe kind.\n## Tools ##\nnone\n", []string{
			"Content", "You are Bo.\n\n", "Rules", "# Rules\nBe kind.\n", "Tools", "## Tools ##\nnone\n",
		}},
		"blank before the first": {"\n \n# A\nb", []string{"A", "\n \n# A\nb"}},
		"CRLF": {
			"x\r\n\r\n# A\r\ny\r\n\r\nOut:\r\nz\r\n",
			[]string{"Content", "x\r\n\r\n", "A", "# A\r\ny\r\n\r\n", "Out", "Out:\r\nz\r\n"},
		},
		"no headings": {
			"#A\n#\n####### B\n    # C\n # **\nx",
			[]string{"Content", "#A\n#\n####### B\n    # C\n # **\nx"},
		},
		"levels, indentation": {
			"   # A\n###### B\n#\tC\n",
			[]string{"A", "   # A\n", "B", "###### B\n", "C", "#\tC\n"},
		},
		"names without markup": {"# **Bold** and `code`\n# C#\n# *Note*\n# a\tb\x1b[0m\u202e\n", []string{
			"Bold and code", "# **Bold** and `code`\n", "C#", "# C#\n", "Note", "# *Note*\n",
			"a b [0m", "# a\tb\x1b[0m\u202e\n",
		}},
		"a long name": {"# " + long, []string{strings.Repeat("題", 60), "# " + long}},
		"one name": {"# A\n# A\n# A (2)\n# A\n", []string{
			"A", "# A\n", "A (2)", "# A\n", "A (2) (2)", "# A (2)\n", "A (3)", "# A\n",
		}},
		"a heading called Content": {
			"x\n# Content\ny",
			[]string{"Content", "x\n", "Content (2)", "# Content\ny"},
		},

		"code": {"# A\n```sh\n# no\n```\n~~~\n# no\n```\n~~~~\n# B\n", []string{
			"A", "# A\n```sh\n# no\n```\n~~~\n# no\n```\n~~~~\n", "B", "# B\n",
		}},
		"code without an end": {"# A\n```\n# B\n", []string{"A", "# A\n```\n", "B", "# B\n"}},
		"no code":             {"# A\n```a`b\n# B\n```\n", []string{"A", "# A\n```a`b\n", "B", "# B\n```\n"}},

		"a longer fence": {
			"````\n```\n# no\n````\n# B\n", []string{"Content", "````\n```\n# no\n````\n", "B", "# B\n"},
		},
		"code without an end as long": {"# A\n````\n# B\n```\n", []string{"A", "# A\n````\n", "B", "# B\n```\n"}},

		"blocks": {"Go.\n<rules>\n# no\n\nNo:\n</rules>\n\n<tools kind=\"a > b\">\nx\n</tools>\nEnd.", []string{
			"Content", "Go.\n", "rules", "<rules>\n# no\n\nNo:\n</rules>\n\n",
			"tools", "<tools kind=\"a > b\">\nx\n</tools>\n",
			"Content (2)", "End.",
		}},
		"the outermost blocks": {"<a>\n<b>\n<a>\nx\n</a>\n</b>\n</a>\n<b>y</b>\n", []string{
			"a", "<a>\n<b>\n<a>\nx\n</a>\n</b>\n</a>\n", "b", "<b>y</b>\n",
		}},
		"blocks that overlap": {
			"<a>\n<b>\n</a>\n</b>\nx",
			[]string{"a", "<a>\n<b>\n</a>\n", "Content", "</b>\nx"},
		},
		"text behind a block": {
			"<a>\nx\n</a> and\n\nmore: y\n",
			[]string{"a", "<a>\nx\n</a>", "Content", " and\n\nmore: y\n"},
		},
		"a label behind a block": {
			"<a>\nx\n</a>\nOut:\ny",
			[]string{"a", "<a>\nx\n</a>\n", "Out", "Out:\ny"},
		},
		"code behind a block": {
			"<a>\nx\n</a>\n```\n# x\n```\n",
			[]string{"a", "<a>\nx\n</a>\n", "Content", "```\n# x\n```\n"},
		},
		"tags in a sentence": {
			"Put it\n<b>bold</b> here\nand <c>\nthere</c>\n",
			[]string{"Content", "Put it\n<b>bold</b> here\nand <c>\nthere</c>\n"},
		},
		"its own tag in a sentence": {
			"<a>\nsay <a>x</a>\ny\n</a>\nz",
			[]string{"a", "<a>\nsay <a>x</a>\ny\n</a>\n", "Content", "z"},
		},
		"its own end behind that": {
			"<a>\nsay <a>x</a></a>\ny\n</a>\nz",
			[]string{"a", "<a>\nsay <a>x</a></a>\n", "Content", "y\n</a>\nz"},
		},
		"a tag with a long name": {longTag, []string{"Content", longTag}},
		"tags in code": {
			"<a>\n```\n</a>\n```\n</a>\nx",
			[]string{"a", "<a>\n```\n</a>\n```\n</a>\n", "Content", "x"},
		},
		"tags that are none": {
			"<a>\n<br/>\n<https://x.y>\n</b>\n< c>\n</c>\n<1>\n</1>\n",
			[]string{"Content", "<a>\n<br/>\n<https://x.y>\n</b>\n< c>\n</c>\n<1>\n</1>\n"},
		},
		"an unclosed tag in a block": {
			"<a>\n<p>\nx\n</a>\n# B\n",
			[]string{"a", "<a>\n<p>\nx\n</a>\n", "B", "# B\n"},
		},

		"labels": {"Bo.\n\nTools:\n- a\n\nOutput format: \nJSON\nNo:\n\n**Do & don't:**\n\n**Q/A**:\nz\n", []string{
			"Content", "Bo.\n\n", "Tools", "Tools:\n- a\n\n",
			"Output format", "Output format: \nJSON\nNo:\n\n**Do & don't:**\n\n",
			"Q/A", "**Q/A**:\nz\n",
		}},
		"a label first": {"Task:\na\nb", []string{"Task", "Task:\na\nb"}},
		"no labels":     {noLabels, []string{"Content", noLabels}},

		"Chinese": {"你是助手。\n\n# 规则\n保持礼貌。\n\n输出格式：\nJSON\n\n<工具>\n无\n</工具>\n", []string{
			"Content", "你是助手。\n\n", "规则", "# 规则\n保持礼貌。\n\n", "输出格式", "输出格式：\nJSON\n\n", "工具", "<工具>\n无\n</工具>\n",
		}},
		"no Chinese label": {"好\n\n请回答，谢谢：\n是", []string{"Content", "好\n\n请回答，谢谢：\n是"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, parts(app.SplitSections(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Only sections that no program has named are split.
func TestMode(t *testing.T) {
	text := "Hi\n# A\nb"
	source := pipeline.NewSection("Content", pipeline.CaseText("turns[0].user").Of("plain"))
	sections := []pipeline.Section{{Name: "Content", Text: text}, {Name: "Image", Text: text}, source}
	want := []string{"Content", "Hi\n", "A", "# A\nb", "Image", text, "Content", "plain"}
	got := app.Auto.Split(sections)
	if diff := cmp.Diff(want, parts(got)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(source.Pieces(), got[3].Pieces()); diff != "" {
		t.Errorf("the source of a text that is not split: %s", diff)
	}
	for _, m := range []app.SectionsMode{app.None, ""} {
		if diff := cmp.Diff(parts(sections), parts(m.Split(sections))); diff != "" {
			t.Errorf("mode %q: %s", m, diff)
		}
	}
}

// prompts are texts made of the elements of outlines.
var prompts = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		"# A", "## B ##", "<a>", "</a>", "<b x='>'>", "</b>", "Out:", "格式：", "```", "~~~~",
		"\n", "\n", "\n", "\r\n", "\n\n",
		" ", "text", "**", "#", "<", "\u3000",
	}), 0, 40).Draw(t, "pieces"), "")
})

func TestSectionsAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkLaws(t, prompts.Draw(t, "text")) })
}

func FuzzSplit(f *testing.F) {
	f.Add("You are Bo.\r\n\r\n# Rules\r\n<a>\r\nx\r\n</a> y\n\nTools:\n```\n</a>\n")
	f.Add("<a b=\"\xff>\">\n</a>\n# \x00\xc3\n：\n")
	f.Fuzz(func(t *testing.T, text string) { checkLaws(t, text) })
}

// checkLaws checks laws for any text: the sections are the text, each has a unique name, and none of several is blank.
func checkLaws(t rapid.TB, text string) {
	sections := app.SplitSections(text)
	var whole strings.Builder
	seen := map[string]bool{}
	for _, s := range sections {
		whole.WriteString(s.Text)
		if s.Name == "" || seen[s.Name] || utf8.RuneCountInString(s.Name) > 60+len(" (1000)") {
			t.Errorf("name %q is empty, long, or not the only one in %q", s.Name, text)
		}
		seen[s.Name] = true
		if strings.TrimSpace(s.Text) == "" && len(sections) > 1 {
			t.Errorf("section %q of %q is blank", s.Name, text)
		}
	}
	if whole.String() != text {
		t.Errorf("the sections of %q make %q", text, whole.String())
	}
	if len(sections) == 0 {
		t.Errorf("%q has no sections", text)
	}
}

// Time is linear in the length: if it were quadratic, any of these would take minutes.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	texts := []string{distinctTags(size)}
	for _, piece := range []string{
		"#", "# ", "# a\n", "#\n", "<a>", "<a>\n", "</a>", "<a></a>", "<a>\n</a>\n", "<a ", "<a '", "<", "</", "```\n",
		"`", "~~~ x\n", "a:\n\n", "：\n", "\n", "\r", " ", " \n", "**:\n\n", "<a>\n```\n</a>\n", "<a>\n\n</a> x\n\n",
	} {
		many := strings.Repeat(piece, size/len(piece))
		texts = append(texts, many, "<a>\n"+many+"</a>")
	}
	for _, text := range texts {
		begin := time.Now()
		sections := app.SplitSections(text)
		if took := time.Since(begin); took > 3*time.Second {
			t.Errorf("%d bytes of %.12q took %v", len(text), text, took)
		}
		if len(sections) > 1001 {
			t.Errorf("%d bytes of %.12q have %d sections", len(text), text, len(sections))
		}
	}
}

// distinctTags returns opening tags of distinct names, and their closing tags in the same order.
func distinctTags(size int) string {
	var opening, closing strings.Builder
	for i := 0; opening.Len() < size/2; i++ {
		name := strconv.Itoa(i)
		opening.WriteString("<a" + name + ">\n")
		closing.WriteString("</a" + name + ">")
	}
	return opening.String() + closing.String()
}

// prompt is a text of 50 kB as agents send it.
func prompt() string {
	rules := strings.Repeat("- Be kind, and say so: a <b>word</b> will do, as `thanks` does.\n", 12)
	var b strings.Builder
	for b.Len() < 50_000 {
		b.WriteString("# Rules of the house\n" + rules + "\nTools:\n```json\n{\"a\": 1}\n```\n\n<example id=\"1\">\n" +
			strings.Repeat("User: 你好\nAssistant: hello, how can I help you today?\n", 8) + "</example>\n\n")
	}
	return b.String()
}

func BenchmarkSplit(b *testing.B) {
	text := prompt()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		app.SplitSections(text)
	}
}
