package prompt_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"text/template"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// sourced is data whose texts have sources; bare is the same as strings.
type sourced struct {
	Title  pipeline.Pieces
	Body   pipeline.Pieces
	Words  []pipeline.Pieces
	Inner  *sourced
	Number int
	Kind   string
}

type bare struct {
	Title  string
	Body   string
	Words  []string
	Inner  *bare
	Number int
	Kind   string
}

func (s *sourced) bare() *bare {
	if s == nil {
		return nil
	}
	b := &bare{Title: s.Title.String(), Body: s.Body.String(), Inner: s.Inner.bare(), Number: s.Number, Kind: s.Kind}
	for _, w := range s.Words {
		b.Words = append(b.Words, w.String())
	}
	return b
}

func piecesOf(t *testing.T, text string, d sourced) []pipeline.Section {
	t.Helper()
	tmpl, err := prompt.Load(fstest.MapFS{name: {Data: []byte(text)}}, prompt.Spec{File: name, Sep: "\n\n",
		Data: sourced{}})
	if err != nil {
		t.Fatal(err)
	}
	sections, err := tmpl.Render(d)
	if err != nil {
		t.Fatal(err)
	}
	return sections
}

func TestPieces(t *testing.T) {
	skill, turn := pipeline.SkillText("a/SKILL.md"), pipeline.CaseText("turns[0].user")
	code, unclear := pipeline.TextSource{Kind: pipeline.TextCode}, pipeline.TextSource{Kind: pipeline.TextUnclear}
	in := func(define string) pipeline.TextSource {
		return pipeline.TextSource{Kind: pipeline.TextTemplate, Name: name, Define: define}
	}
	d := sourced{
		Title: turn.Of("trip"), Body: skill.Of("{{.Title}} _value \x00"), Words: []pipeline.Pieces{skill.Of("x"),
			turn.Of("y")},
		Inner: &sourced{Title: skill.Of("inner")}, Number: 3, Kind: "task",
	}
	for _, tt := range []struct {
		name, text string
		want       pipeline.Pieces
	}{
		{"a value", `{{define "A"}}Go: {{.Title}}!{{end}}`, pipeline.Pieces{{Text: "Go: ", Source: in("A")},
			{Text: "trip", Source: turn}, {Text: "!", Source: in("A")}}},
		{"text that looks like a template", `{{define "A"}}{{.Body}}{{end}}`, skill.Of("{{.Title}} _value \x00")},
		{"a number and a string of the program", `{{define "A"}}{{.Number}}{{.Kind}}{{end}}`, code.Of("3task")},
		{"a constant", `{{define "A"}}a{{"\n"}}b{{end}}`, in("A").Of("a\nb")},
		{"a fragment", `{{define "A"}}a {{template "f" .Inner}} b{{end}}{{define "f"}}<{{.Title}}>{{end}}`,
			pipeline.Pieces{
				{Text: "a ", Source: in("A")}, {Text: "<", Source: in("f")}, {Text: "inner", Source: skill}, {Text: ">",
					Source: in("f")}, {Text: " b", Source: in("A")}}},
		{"with, range and variables",
			`{{define "A"}}{{with $x := .Title}}{{$x}}{{.}}{{end}}{{range $i, $w := .Words}}{{if $i}},{{end}}{{$w}}{{end}}{{end}}`, pipeline.Pieces{
				{Text: "triptrip", Source: turn}, {Text: "x", Source: skill}, {Text: ",", Source: in("A")}, {Text: "y",
					Source: turn}}},
		{"empty is false",
			`{{define "A"}}{{with .Inner.Body}}{{.}}{{else}}none{{end}}{{if and .Title .Inner.Body}}both{{end}}{{if not .Inner.Body}}!{{end}}{{end}}`, in("A").Of("none!")},
		{"join", `{{define "A"}}{{join .Words ", "}}{{end}}`, pipeline.Pieces{{Text: "x", Source: skill}, {Text: ", ",
			Source: code}, {Text: "y", Source: turn}}},
		{"json", `{{define "A"}}{{json .Words}}{{end}}`, pipeline.Pieces{
			{Text: `["`, Source: code}, {Text: "x", Source: skill}, {Text: `","`, Source: code}, {Text: "y",
				Source: turn}, {Text: `"]`, Source: code}}},
		{"printf of one source", `{{define "A"}}{{printf "%s-%d" .Title .Number}}{{.Title | printf "%q"}}{{end}}`,
			turn.Of(`trip-3"trip"`)},
		{"printf of several", `{{define "A"}}{{printf "%s%s" .Title .Body}}{{end}}`,
			unclear.Of("trip{{.Title}} _value \x00")},
		{"slice", `{{define "A"}}{{slice .Title 1 3}}{{slice .Kind 2}}{{end}}`, pipeline.Pieces{{Text: "ri",
			Source: turn}, {Text: "sk", Source: code}}},
		{"functions that know no pieces",
			`{{define "A"}}{{if eq .Title "trip"}}{{len .Title}}{{end}}{{.Title | len}}{{index .Title 0}}{{end}}`,
			code.Of("44116")},
		{"html", `{{define "A"}}{{html .Title "<"}}{{end}}`, turn.Of("trip&lt;")},
		{"or", `{{define "A"}}{{or .Inner.Body .Title}}{{end}}`, turn.Of("trip")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var merged pipeline.Pieces
			for _, p := range piecesOf(t, tt.text, d)[0].Pieces() {
				p.Line = 0 // see TestLines
				if n := len(merged); n > 0 && merged[n-1].Source == p.Source {
					merged[n-1].Text += p.Text
				} else {
					merged = append(merged, p)
				}
			}
			if diff := cmp.Diff(tt.want, merged); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A part of one message that becomes a value in another keeps its sources.
func TestNestedRenderingKeepsPieces(t *testing.T) {
	turn := pipeline.CaseText("turns[0].user")
	inner := piecesOf(t, `{{define "I"}}Goal: {{.Title}}{{end}}{{define "J"}}End.{{end}}`,
		sourced{Title: turn.Of("trip")})
	nested := pipeline.Message{Sections: inner}.Pieces()
	got := piecesOf(t, `{{define "A"}}Task: {{.Body}}{{end}}`, sourced{Body: nested})[0].Pieces()
	in := func(define string) pipeline.TextSource {
		return pipeline.TextSource{Kind: pipeline.TextTemplate, Name: name, Define: define}
	}
	want := pipeline.Pieces{
		{Text: "Task: ", Source: in("A")}, {Text: "Goal: ", Source: in("I")}, {Text: "trip", Source: turn},
		{Text: "\n\n", Source: pipeline.TextSource{Kind: pipeline.TextCode}}, {Text: "End.", Source: in("J")},
	}
	for i := range got {
		got[i].Line = 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A text has the line of its file where it stands, whatever was trimmed around it, and the name of that file.
func TestLines(t *testing.T) {
	const text = `{{/* about
the file */}}
{{define "A"}}

  one {{.Title}} two
{{- /* a comment
of two lines */}}
three{{"\n"}}four
{{- if .Body}}

five
{{end}}
{{template "f" .}}
six
{{end}}
{{define "f"}}
seven{{end}}
{{define "B" -}}
eight
nine
{{end}}`
	folder := prompt.Located{FS: fstest.MapFS{name: {Data: []byte(text)}}, Dir: "p/q"}
	tmpl, err := prompt.Load(folder, prompt.Spec{File: name, Sep: "\n\n", Data: sourced{}})
	if err != nil {
		t.Fatal(err)
	}
	sections, err := tmpl.Render(sourced{Title: pipeline.CaseText("c").Of("one"), Body: pipeline.CaseText("c").Of("b")})
	if err != nil {
		t.Fatal(err)
	}
	lines, seen := strings.Split(text, "\n"), ""
	for _, s := range sections {
		for _, p := range s.Pieces() {
			if p.Source.Kind != pipeline.TextTemplate {
				continue
			}
			if p.Source.Path != "p/q/"+name {
				t.Errorf("%q is from %s", p.Text, p.Source.Path)
			}
			for i, word := range strings.Split(p.Text, "\n") {
				word = strings.TrimSpace(word)
				if line := lines[p.Behind(len(strings.Join(strings.Split(p.Text, "\n")[:i+1], "\n")))-1]; word != "" {
					seen += word + " "
					if !strings.Contains(line, word) {
						t.Errorf("%q is said to stand in %q", word, line)
					}
				}
			}
		}
	}
	if seen != "one two three four five seven six eight nine " {
		t.Errorf("seen: %s", seen)
	}
}

// snippets are pieces of templates that can be combined in any order.
var snippets = []string{
	"text ", " ", "\n", "{{.Title}}", "{{- .Body -}}", `{{with .Body}}[{{.}}]{{else}}none{{end}}`,
	`{{range .Words}}- {{.}}{{end}}`, `{{join .Words "/"}}`,
	`{{json .Words}}`, `{{printf "%s:%d" .Title .Number}}`, `{{len .Title}}`, `{{if eq .Title "a"}}eq{{end}}`,
	`{{template "f" .}}`, `{{"\n"}}`,
	`{{$x := .Title}}{{$x}}`, `{{.Kind}}`, `{{html .Body}}`, `{{if and .Title (gt .Number 1)}}many{{end}}`,
	`{{print .Title .Number}}`, `{{println .Title}}`,
	`{{with .Inner}}{{template "f" .}}{{end}}`, `{{.Title | printf "%q"}}`, `{{/* none */}}`, `{{urlquery .Title}}`,
	`{{range .Words}}{{break}}{{end}}`,
}

func anySourced(depth int) *rapid.Generator[sourced] {
	return rapid.Custom(func(t *rapid.T) sourced {
		text := func(label string) pipeline.Pieces {
			source := rapid.SampledFrom([]pipeline.TextSource{{}, pipeline.SkillText("s"),
				pipeline.CaseText("c")}).Draw(t, "source")
			return source.Of(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a", "{{end}}", "{{.Title}}",
				"_value", "\xff\xfe", "\x00"})).Draw(t, label))
		}
		d := sourced{Title: text("title"), Body: text("body"), Number: rapid.IntRange(0, 3).Draw(t, "number"),
			Kind: rapid.String().Draw(t, "kind")}
		for range rapid.IntRange(0, 3).Draw(t, "words") {
			d.Words = append(d.Words, text("word"))
		}
		if depth > 0 && rapid.Bool().Draw(t, "nested") {
			inner := anySourced(depth-1).Draw(t, "inner")
			d.Inner = &inner
		}
		return d
	})
}

// With pieces or without, a template renders as with text/template, and the pieces concatenate to that.
func TestPiecesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(snippets), 1, 8).Draw(t, "body"), "")
		checkPieces(t, body, anySourced(1).Draw(t, "data"))
	})
}

func FuzzPieces(f *testing.F) {
	for _, s := range snippets {
		f.Add(s, "a", "{{.Title}}\x00")
	}
	f.Fuzz(func(t *testing.T, body, title, text string) {
		if strings.Contains(body, "define") || strings.Contains(body, "block") || strings.Contains(body, "range") ||
			strings.Contains(body, "template") {
			return // other sections, or an endless loop
		}
		d := sourced{Title: pipeline.CaseText("c").Of(title), Body: pipeline.SkillText("s").Of(text), Number: 2,
			Kind: text, Words: []pipeline.Pieces{pipeline.CaseText("c").Of(text)}}
		checkPieces(t, body, d)
	})
}

type failer interface {
	Fatalf(format string, args ...any)
}

// checkPieces compares a template with text/template itself, which gets the same data as strings.
func checkPieces(t failer, body string, d sourced) {
	text := `{{define "A"}}<` + body +
		`>{{end}}{{define "f"}}f{{.Title}}f{{end}}{{define "g"}}{{template "f" .}}{{end}}`
	load := func(data any) (*prompt.Template, error) {
		return prompt.Load(fstest.MapFS{name: {Data: []byte(text)}}, prompt.Spec{File: name, Data: data})
	}
	with, err := load(sourced{})
	if err != nil {
		return // not a template
	}
	join := func(list []string, sep string) string { return strings.Join(list, sep) }
	toJSON := func(v any) (string, error) { raw, err := jsonvalue.Marshal(v); return string(raw), err }
	plain, err := template.New("").Option("missingkey=error").Funcs(template.FuncMap{"join": join,
		"json": toJSON}).Parse(text)
	if err != nil {
		return
	}
	var want bytes.Buffer
	wantErr := plain.ExecuteTemplate(&want, "A", *d.bare())
	sections, err := with.Render(d)
	if (err != nil) != (wantErr != nil) {
		t.Fatalf("%s: error %v, text/template's %v", text, err, wantErr)
	}
	if err != nil {
		return
	}
	valid, _ := pipeline.Repair(want.String())
	if got := sections[0].Text; got != valid {
		t.Fatalf("%s:\n got %q\nwant %q", text, got, valid)
	}
	for _, s := range sections {
		if got := s.Pieces().String(); got != s.Text {
			t.Fatalf("%s: pieces make %q of %q", text, got, s.Text)
		}
	}
}
