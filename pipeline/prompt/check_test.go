package prompt_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// An error's description of the types of these tests.
const (
	ofData    = " (known: .Message, .Items, .Byname, .Task, .Any, .Words, .Count, .Make)"
	ofTask    = " (known: .Title, .Goal, .Short)"
	ofPointer = " (known: .Title, .Goal, .Rename, .Short)"
)

// Load's errors, one per line; none for a good file.
func TestLoadErrors(t *testing.T) {
	big := "{{define \"A\"}}" + strings.Repeat("x", 256<<10) + "{{end}}"
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		// the file
		{"CR", "{{define \"A\"}}a\r\nb{{end}}", []string{"user.tmpl:1: carriage return: save it with LF line ends"}},
		{"UTF-8", "{{define \"A\"}}a\nb\xffc{{end}}", []string{"user.tmpl:2: byte 0xff is not UTF-8"}},
		{"a replacement character is text", "{{define \"A\"}}\uFFFD{{end}}", nil},
		{"size", big, []string{"user.tmpl: larger than 262144 bytes"}},
		// its defines
		{"empty file", "", []string{`user.tmpl: no section: a message needs {{define "Name"}}…{{end}}`}},
		{"no section", "{{/* nothing */}}\n",
			[]string{`user.tmpl: no section: a message needs {{define "Name"}}…{{end}}`}},
		{"fragments that call each other", `{{define "a"}}{{template "b"}}{{end}}{{define "b"}}{{template "a"}}{{end}}`,
			[]string{`user.tmpl: no section: a message needs {{define "Name"}}…{{end}}`}},
		{"text outside", "{{define \"A\"}}a{{end}}\n\n stray {{define \"B\"}}b{{end}}\n{{.Count}}",
			[]string{`user.tmpl:3: "stray" stands outside of every section`,
				`user.tmpl:4: "{{.Count}}" stands outside of every section`}},
		{"BOM", "\uFEFF{{define \"A\"}}a{{end}}", []string{`user.tmpl:1: "\ufeff" stands outside of every section`}},
		{"twice", "{{define \"A\"}}a{{end}}\n{{define `A`}}b{{end}}",
			[]string{`user.tmpl:2: section "A" is defined twice, first in line 1`}},
		{"twice, one blank", "{{define \"A\"}}a{{end}}\n{{define \"A\"}}{{end}}",
			[]string{`user.tmpl:2: section "A" is defined twice, first in line 1`}},
		{"no name", "\n{{define \" \"}}a{{end}}", []string{`user.tmpl:2: section without a name`}},
		{"define in a comment", "{{/* {{define \"A\"}} */}}{{define \"A\"}}a{{end}}", nil},
		{"define in a string", "{{define \"A\"}}{{\"{{define \\\"A\\\"}}\"}}{{end}}", nil},
		{"unused fragments", "{{define \"A\"}}a{{end}}\n{{define \"b\"}}{{template \"c\"}}{{end}}\n{{define " +
			"\"c\"}}{{template \"b\"}}{{end}}", []string{`user.tmpl:2: fragment "b" is used by no section`,
			`user.tmpl:3: fragment "c" is used by no section`}},
		// its syntax
		{"unclosed", "{{define \"A\"}}\na\n{{.Count", []string{"user.tmpl:3: unclosed action"}},
		{"no end", "{{define \"A\"}}\na\n", []string{"user.tmpl:3: unexpected EOF"}},
		{"bad action", "{{define \"A\"}}\n{{if}}{{end}}{{end}}", []string{"user.tmpl:2: missing value for if"}},
		{"undefined variable", "{{define \"A\"}}\n{{$x}}{{end}}", []string{`user.tmpl:2: undefined variable "$x"`}},
		// its names
		{"fields", "{{define \"A\"}}{{.Foo}}\n{{.Task.Titel}}{{$.mesage}}\n{{.hidden}}{{end}}", []string{
			"user.tmpl:1: unknown field .Foo of data" + ofData,
			"user.tmpl:2: unknown field .Titel of task (nearest: .Title)",
			"user.tmpl:2: unknown field .mesage of data (nearest: .Message)",
			"user.tmpl:3: unknown field .hidden of data" + ofData}},
		{"line inside an action", "{{define \"A\"}}{{join\n.Words\n.Foo.Bar\n}}{{end}}",
			[]string{"user.tmpl:3: unknown field .Foo of data" + ofData}},
		{"range",
			`{{define "A"}}{{range $i, $t := .Items}}{{$i}}{{.Title}}{{$t.Goal}}{{$.Count}}{{.Count}}{{$t.X}}{{end}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .Count of task" + ofTask,
				"user.tmpl:1: unknown field .X of task" + ofTask}},
		{"range else", `{{define "A"}}{{range .Items}}{{else}}{{.Count}}{{.Title}}{{end}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .Title of data" + ofData}},
		{"range over a map",
			`{{define "A"}}{{range $k, $v := .Byname}}{{$v.Title}}{{$k.X}}{{end}}{{.Byname.any.Title}}{{.Byname.any.X}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .X of string",
				"user.tmpl:1: unknown field .X of task" + ofTask}},
		{"range over a number",
			`{{define "A"}}{{range $i := .Count}}{{$i}}{{.X}}{{end}}{{range $i, $j := 3}}{{end}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .X of int", "user.tmpl:1: a range over a number has one variable"}},
		{"range over text", `{{define "A"}}{{range .Message}}{{.X}}{{end}}{{end}}`,
			[]string{"user.tmpl:1: range over string: it takes a list, a map or a whole number",
				"user.tmpl:1: field .X of a value of any type: its fields are not known before the run"}},
		{"with", `{{define "A"}}{{with $t := .Task}}{{.Title}}{{$t.X}}{{else}}{{.Title}}{{end}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .X of task" + ofPointer,
				"user.tmpl:1: unknown field .Title of data" + ofData}},
		{"any as a value",
			`{{define "A"}}{{.Any}}{{json .Any}}{{if .Any}}{{end}}{{range .Any}}{{.}}{{end}}{{index .Any 1}}{{or .Any .Task}}{{end}}`, nil},
		{"field of any", `{{define "A"}}{{.Any.X}}{{(or .Any .Task).Title}}{{with index .Any 0}}{{.Y}}{{end}}{{end}}`,
			[]string{
				"user.tmpl:1: field .X of a value of any type: its fields are not known before the run",
				"user.tmpl:1: field .Title of a value of any type: its fields are not known before the run",
				"user.tmpl:1: field .Y of a value of any type: its fields are not known before the run"}},
		{"parentheses",
			`{{define "A"}}{{(or .Task .Task).Title}}{{(index .Items 0).X}}{{(slice .Items 1 2).X}}{{(slice .Message 1).X}}{{end}}`,
			[]string{
				"user.tmpl:1: unknown field .X of task" + ofTask,
				"user.tmpl:1: unknown field .X of []prompt_test.task", "user.tmpl:1: unknown field .X of string"}},
		{"pipelines",
			`{{define "A"}}{{.Words | json | len | printf "%d" | .Task.Rename}}{{.Foo | json}}{{json (len .Bar)}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .Foo of data" + ofData,
				"user.tmpl:1: unknown field .Bar of data" + ofData}},
		{"fragment with its argument",
			`{{define "A"}}{{template "f" .Task}}{{end}}{{define "f"}}{{.Title}}{{$.X}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .X of task" + ofPointer}},
		{"fragment of two types", "{{define \"A\"}}{{template \"f\" .Task}}{{template \"f\" .}}{{end}}\n{{define " +
			"\"f\"}}{{.Title}}{{end}}", []string{"user.tmpl:2: unknown field .Title of data" + ofData}},
		{"fragment without data", `{{define "A"}}{{template "f"}}{{end}}{{define "f"}}{{.Title}}{{end}}`,
			[]string{"user.tmpl:1: field .Title, but there is no data here"}},
		{"recursion",
			`{{define "A"}}{{template "f" .}}{{end}}{{define "f"}}{{.X}}{{with .Task}}{{template "f" $}}{{end}}{{end}}`,
			[]string{"user.tmpl:1: unknown field .X of data" + ofData}},
		{"unknown template", "{{define \"Aa\"}}\n{{template \"Ab\" .}}{{end}}",
			[]string{`user.tmpl:2: unknown template "Ab" (nearest: Aa)`}},
		{"unknown function", "{{define \"A\"}}\n{{jsn .Task}}{{end}}",
			[]string{"user.tmpl:2: unknown function jsn (nearest: json)"}},
		{"methods",
			`{{define "A"}}{{.Task.Short 1}}{{.Task.Short}}{{.Task.Shrt 1}}{{.Task.Title 1}}{{range .Items}}{{.Rename "a"}}{{end}}{{end}}`,
			[]string{
				"user.tmpl:1: .Short takes 1 arguments, not 0", "user.tmpl:1: unknown field .Shrt of task (nearest: " +
					".Short)", "user.tmpl:1: field .Title of task takes no arguments",
				"user.tmpl:1: unknown field .Rename of task" + ofTask}},
		{"arguments",
			`{{define "A"}}{{join .Words}}{{json}}{{len}}{{call .Make}}{{call .Count}}{{index .Count 1}}{{slice .Count}}{{end}}`,
			[]string{
				"user.tmpl:1: join takes 2 arguments, not 1", "user.tmpl:1: json takes 1 arguments, not 0",
				"user.tmpl:1: len without arguments", "user.tmpl:1: call takes 1 arguments, not 0",
				"user.tmpl:1: call of int, which is no function", "user.tmpl:1: index of int, which is neither list " +
					"nor map", "user.tmpl:1: slice of int, which is no list"}},
		{"assignment", `{{define "A"}}{{$x := ""}}{{range .Items}}{{$x = .Title}}{{$x = .}}{{end}}{{$x}}{{end}}`,
			[]string{"user.tmpl:1: $x holds string and cannot take task"}},
		{"scope", `{{define "A"}}{{$x := .Task}}{{if .Count}}{{$x := .Count}}{{$x}}{{end}}{{$x.Title}}{{end}}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load(t, tt.text, "", data{hidden: "so that it is used"})
			var got []string
			if err != nil {
				got = strings.Split(err.Error(), "\n")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLoadWithoutData(t *testing.T) {
	if _, err := load(t, `{{define "A"}}{{json .}}{{end}}`, "", nil); err != nil {
		t.Error(err)
	}
	_, err := load(t, `{{define "A"}}{{.X}}{{end}}`, "", nil)
	if want := "user.tmpl:1: field .X, but there is no data here"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLoadManyErrors(t *testing.T) {
	_, err := load(t, `{{define "A"}}`+strings.Repeat("\n{{.X}}", 5000)+`{{end}}`, "", data{})
	if n := strings.Count(err.Error(), "unknown field"); n != 100 {
		t.Errorf("%d errors told, want 100", n)
	}
}

// No file makes Load panic, and a loaded file renders or fails with a reason.
func FuzzLoad(f *testing.F) {
	f.Add([]byte("{{define \"A\"}}\n{{range $i, $x := .Items}}{{$x.Title}}{{else}}{{.Count}}{{end}}{{end}}"))
	f.Add([]byte("{{define \"A\"}}{{template \"f\" .Task}}{{end}}{{define `f`}}{{.Short 1 | json}}{{end}}"))
	f.Add([]byte("{{- /* c */ -}}{{block \"A\" .}}{{end}}{{define \"B\"}}{{with .Any}}{{.}}{{end}}{{end}}"))
	f.Add([]byte("{{define \"A\"}}{{'}'}}{{\"}}\"}}{{(index .Items 0).Title}}{{end}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		tmpl, err := prompt.Load(fstest.MapFS{name: {Data: text}}, prompt.Spec{File: name, Data: data{}})
		if err != nil {
			if !strings.HasPrefix(err.Error(), name+":") {
				t.Errorf("error without a position: %v", err)
			}
			return
		}
		if hangs := strings.Contains(string(text), "template") || strings.Contains(string(text), "range"); hangs {
			return // a loop of a hundred million passes is not the loader's fault
		}
		if _, err := tmpl.Render(data{}); err != nil && !strings.HasPrefix(err.Error(), name+":") {
			t.Errorf("error without a position: %v", err)
		}
	})
}
