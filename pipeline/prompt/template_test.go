package prompt_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

type task struct {
	Title string `json:"title"`
	Goal  string `json:"goal"`
}

func (t task) Short(n int) string { return t.Title[:n] }

func (t *task) Rename(string) string { return "" }

type data struct {
	Message string
	Items   []task
	Byname  map[string]task
	Task    *task
	Any     any
	Words   []string
	Count   int
	Make    func(string) task
	hidden  string
}

const name = "user.tmpl"

func load(t *testing.T, text string, sep string, d any) (*prompt.Template, error) {
	t.Helper()
	return prompt.Load(fstest.MapFS{name: {Data: []byte(text)}}, prompt.Spec{File: name, Sep: sep, Data: d})
}

func section(name, text string) pipeline.Section { return pipeline.Section{Name: name, Text: text} }

func TestRender(t *testing.T) {
	full := data{
		Message: "hi\n\n ", Items: []task{{Title: "one"}, {Title: "two"}},
		Byname: map[string]task{"b": {Title: "B"}, "a": {Title: "A"}},
		Task:   &task{Title: "海狸", Goal: "<dam>"}, Any: 3, Words: []string{"x", "y"}, Count: 2,
		Make: func(s string) task { return task{Title: s} },
	}
	for _, tt := range []struct {
		name, text, sep string
		data            data
		want            []pipeline.Section
	}{
		{"file order", "{{define \"Z\"}}z{{end}}\n{{define \"A\"}}a{{end}}", "", full,
			[]pipeline.Section{section("Z", "z"), section("A", "a")}},
		{"separator belongs to the section before",
			`{{define "A"}}a{{end}}{{define "B"}}b{{end}}{{define "C"}}c{{end}}`, "\n\n", full,
			[]pipeline.Section{section("A", "a\n\n"), section("B", "b\n\n"), section("C", "c")}},
		{"blank sections vanish with their separator",
			`{{define "A"}}a{{end}}{{define "B"}} {{"\n"}} {{end}}{{define "C"}}{{if .Task}}c{{end}}{{end}}`, "|",
			data{},
			[]pipeline.Section{section("A", "a")}},
		{"all blank", `{{define "A"}}{{.Message}}{{end}}`, "|", data{Message: " \u3000"}, []pipeline.Section{}},
		{"own white space is layout", "{{define \"A\"}}\n\n  a {{.Count}}\tb\n{{end}}", "", full,
			[]pipeline.Section{section("A", "a 2\tb")}},
		{"white space of the data stays", "{{define \"A\"}}\n{{.Message}}\n{{end}}", "", data{Message: " \thi\n\n "},
			[]pipeline.Section{section("A", " \thi\n\n ")}},
		{"trimmed into if and with", "{{define \"A\"}}\n{{if .Task}}\n\n{{with " +
			".Task}}\n{{.Title}}:\n{{end}}\n{{else}}\nnone\n{{end}}\n{{end}}", "", full,
			[]pipeline.Section{section("A", "海狸:")}},
		{"trimmed in else", "{{define \"A\"}}\n{{if .Task}}\nsome\n{{else if " +
			".Any}}\nany\n{{else}}\nnone\n{{end}}\n{{end}}", "", data{}, []pipeline.Section{section("A", "none")}},
		{"not into a range", "{{define \"A\"}}\n{{range .Items}}\n- {{.Title}}{{end}}\n{{end}}", "", full,
			[]pipeline.Section{section("A", "\n- one\n- two")}},
		{"not inside", "{{define \"A\"}}a\n{{if .Task}}\nb\n{{end}}\nc{{end}}", "", full,
			[]pipeline.Section{section("A", "a\n\nb\n\nc")}},
		{"past what writes nothing", "{{define \"A\"}}\n{{$x := .Count}}\n{{/* why */}}\n{{$x}}\n{{$y := 1}}\n{{end}}",
			"", full, []pipeline.Section{section("A", "2")}},
		{"an ideographic space is text", "{{define \"A\"}}\n\u3000海\u3000\n{{end}}", "", full,
			[]pipeline.Section{section("A", "\u3000海\u3000")}},
		{"a written edge stays", `{{define "A"}}a{{"\n"}}{{end}}`, "", full, []pipeline.Section{section("A", "a\n")}},
		{"fragment", "{{define \"f\"}}\n<{{.Title}}>\n{{end}}{{define \"A\"}}{{range .Items}}{{template \"f\" " +
			".}}{{end}}{{end}}", "", full, []pipeline.Section{section("A", "<one><two>")}},
		{"block", `{{define "A"}}[{{block "f" .Task}}{{.Goal}}{{end}}]{{end}}`, "", full,
			[]pipeline.Section{section("A", "[<dam>]")}},
		{"data is not expanded", `{{define "A"}}{{.Message}}{{end}}`, "",
			data{Message: `{{define "B"}}{{.Task}}{{end}}`},
			[]pipeline.Section{section("A", `{{define "B"}}{{.Task}}{{end}}`)}},
		{"functions", `{{define "A"}}{{json .Task}} {{join .Words ", "}} {{json .Words}} {{json nil}}{{end}}`, "", full,
			[]pipeline.Section{section("A", `{"title":"海狸","goal":"<dam>"} x, y ["x","y"] null`)}},
		{"JSON keeps line separators", `{{define "A"}}{{json .Message}}{{end}}`, "", data{Message: "\u2028&\x01\xff"},
			[]pipeline.Section{section("A", "\"\u2028&\\u0001\uFFFD\"")}},
		{"UTF-8 is repaired", `{{define "A"}}{{.Message}}{{end}}`, "", data{Message: "a\xff\xfeb"},
			[]pipeline.Section{section("A", "a\uFFFDb")}},
		{"maps in key order", `{{define "A"}}{{range $k, $v := .Byname}}{{$k}}={{$v.Title}};{{end}}{{end}}`, "", full,
			[]pipeline.Section{section("A", "a=A;b=B;")}},
		{"methods and calls",
			`{{define "A"}}{{(index .Items 1).Short 2}} {{.Task.Short 3}} {{(call .Make "m").Title}} {{.Task.Rename ""}}{{end}}`, "", full, []pipeline.Section{section("A", "tw 海 m ")}},
		{"counting",
			`{{define "A"}}{{range $i := .Count}}{{$i}}{{end}}{{$n := 0}}{{range .Words}}{{$n = len .}}{{end}}{{$n}}{{end}}`, "", full, []pipeline.Section{section("A", "011")}},
		{"trim markers", "{{- /* c */ -}}\n{{- define \"A\" -}}\n a {{- .Count -}} \n{{- end -}}\n", "", full,
			[]pipeline.Section{section("A", "a2")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tmpl, err := load(t, tt.text, tt.sep, tt.data)
			if err != nil {
				t.Fatal(err)
			}
			got, err := tmpl.Render(tt.data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRenderErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nil pointer", "{{define \"A\"}}a\n{{.Task.Title}}{{end}}",
			`user.tmpl:2: executing "A" at <.Task.Title>: nil pointer evaluating *prompt_test.task.Title`},
		{"no such key", "{{define \"A\"}}{{.Byname.x}}{{end}}",
			`user.tmpl:1: executing "A" at <.Byname.x>: map has no entry for key "x"`},
		{"panic in the data", "{{define \"A\"}}{{call .Make `x`}}{{end}}", `user.tmpl:1: executing "A" at <call .Make`},
		{"endless recursion", "{{define \"A\"}}{{template \"f\" .}}{{end}}{{define \"f\"}}{{template \"f\" .}}{{end}}",
			`exceeded maximum template depth`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tmpl, err := load(t, tt.text, "", data{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = tmpl.Render(data{Make: func(string) task { panic("broken") }})
			if err == nil || !strings.Contains(err.Error(), tt.want) ||
				!strings.HasPrefix(err.Error(), "user.tmpl:1") && !strings.HasPrefix(err.Error(), "user.tmpl:2") {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	tmpl, err := load(t, `{{define "A"}}{{.Count}}{{end}}`, "", data{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = tmpl.Render(&task{})
	if want := "user.tmpl: rendered with task, made for data"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The content is the texts joined by the separator, whatever the data are, to the byte.
func TestRenderLaw(t *testing.T) {
	type fields struct{ A, B, C string }
	tmpl, err := load(t, "{{define \"A\"}}\n{{.A}}\n{{end}}\n{{define \"B\"}}{{if "+
		".B}}\n{{.B}}\n{{end}}{{end}}\n{{define \"C\"}}{{.C}}{{end}}", "\n--\n", fields{})
	if err != nil {
		t.Fatal(err)
	}
	text := rapid.StringOfN(rapid.SampledFrom([]rune(" \t\n\r\u3000{}.a海\"<&\u2028\ufeff")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		f := fields{text.Draw(t, "a"), text.Draw(t, "b"), text.Draw(t, "c")}
		var parts []string
		for _, p := range []string{f.A, f.B, f.C} {
			if strings.TrimSpace(p) != "" {
				parts = append(parts, p)
			}
		}
		sections, err := tmpl.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := (pipeline.Message{Sections: sections}).Content(), strings.Join(parts, "\n--\n"); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
