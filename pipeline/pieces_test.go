package pipeline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\"", "\\", "a\u2028b", "{{.X}}", "海狸", "\xff",
		"\n\n"}))
}

func anyPieces() *rapid.Generator[pipeline.Pieces] {
	return rapid.Custom(func(t *rapid.T) pipeline.Pieces {
		var texts []pipeline.Pieces
		for range rapid.IntRange(0, 4).Draw(t, "pieces") {
			source := rapid.SampledFrom([]pipeline.TextSource{
				{}, pipeline.SkillText("a/SKILL.md"), pipeline.CaseText("turns[0].user"), {Kind: pipeline.TextTemplate,
					Name: "a.tmpl", Define: "A"},
			}).Draw(t, "source")
			texts = append(texts, source.Of(anyText().Draw(t, "text")))
		}
		return pipeline.JoinPieces(texts...)
	})
}

// Whatever becomes of a section's text, its pieces make it.
func TestSectionPiecesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPieces().Draw(t, "pieces")
		s := pipeline.NewSection("A", p)
		if got := s.Pieces().String(); got != s.Text || got != p.String() {
			t.Fatalf("pieces make %q, text %q", got, s.Text)
		}
		switch rapid.IntRange(0, 3).Draw(t, "change") {
		case 0:
			s.Text += anyText().Draw(t, "more")
		case 1:
			s.Text = strings.TrimSpace(s.Text)
		case 2:
			s.Text = anyText().Draw(t, "other")
		case 3:
			s.Text = s.Text[:rapid.IntRange(0, len(s.Text)).Draw(t, "cut")]
		}
		if got := s.Pieces().String(); got != s.Text {
			t.Fatalf("pieces make %q, text %q", got, s.Text)
		}
		for _, piece := range s.Pieces() {
			if piece.Text == "" || piece.Source.Kind == "" {
				t.Fatalf("piece %+v", piece)
			}
		}
	})
}

func TestPiecesCutLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPieces().Draw(t, "pieces")
		text := p.String()
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		if got := p.Cut(from, to).String(); got != text[from:to] {
			t.Fatalf("%q, want %q", got, text[from:to])
		}
	})
}

// JSON of a value with pieces is the JSON of the same value with strings, and each text in it keeps its source.
func TestMarshalJSONPiecesLaw(t *testing.T) {
	type sourced struct {
		Title pipeline.Pieces   `json:"title"`
		Plain string            `json:"plain,omitempty"`
		List  []pipeline.Pieces `json:"list"`
		Skip  pipeline.Pieces   `json:"-"`
		Map   map[string]any    `json:"map"`
	}
	type plain struct {
		Title string         `json:"title"`
		Plain string         `json:"plain,omitempty"`
		List  []string       `json:"list"`
		Map   map[string]any `json:"map"`
	}
	rapid.Check(t, func(t *rapid.T) {
		title, said := anyPieces().Draw(t, "title"), anyText().Draw(t, "plain")
		other := anyPieces().Draw(t, "other")
		got, err := pipeline.MarshalJSONPieces(sourced{title, said, []pipeline.Pieces{other}, title,
			map[string]any{"b": title, "a\"": said}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := jsonvalue.Marshal(plain{title.String(), said, []string{other.String()},
			map[string]any{"b": title.String(), "a\"": said}})
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Fatalf("\n got %s\nwant %s", got, want)
		}
		for _, piece := range title {
			if strings.TrimSpace(piece.Text) != "" && piece.Source.Kind != pipeline.TextCode && !hasSource(got,
				piece.Source) {
				if title.Source().Kind != pipeline.TextUnclear { // else a letter was cut in two
					t.Fatalf("nothing of %+v in %+v", piece.Source, got)
				}
			}
		}
	})
}

func hasSource(p pipeline.Pieces, s pipeline.TextSource) bool {
	for _, piece := range p {
		if piece.Source == s {
			return true
		}
	}
	return false
}

// ownJSON writes itself, so that nothing can be said of its strings.
type ownJSON struct{}

func (ownJSON) MarshalJSON() ([]byte, error) { return []byte(`["one","two"]`), nil }

func TestMarshalJSONPieces(t *testing.T) {
	skill := pipeline.SkillText("a/SKILL.md")
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	for _, tt := range []struct {
		name  string
		value any
		want  pipeline.Pieces
	}{
		{"framed", map[string]any{"k": skill.Of("a\"b"), "l": 3}, pipeline.Pieces{{Text: `{"k":"`, Source: code},
			{Text: `a\"b`, Source: skill}, {Text: `","l":3}`, Source: code}}},
		{"the same text of the program first", []any{"x", skill.Of("x")}, pipeline.Pieces{{Text: `["x","`,
			Source: code}, {Text: `x`, Source: skill}, {Text: `"]`, Source: code}}},
		{"a value that writes itself", []any{ownJSON{}, skill.Of("x")},
			pipeline.TextSource{Kind: pipeline.TextUnclear}.Of(`[["one","two"],"x"]`)},
		{"no source", []any{"x", 1, nil}, code.Of(`["x",1,null]`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := pipeline.MarshalJSONPieces(tt.value)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// Where a text is from is no part of what is sent, compared or kept.
func TestPiecesAreNoPartOfAMessage(t *testing.T) {
	message := func(source pipeline.TextSource) pipeline.Message {
		return pipeline.Message{Role: pipeline.RoleUser, Source: source,
			Sections: []pipeline.Section{pipeline.NewSection("A", source.Of("text"))}}
	}
	a, b := message(pipeline.SkillText("a")), message(pipeline.CaseText("b"))
	if !a.Equal(b) || !a.Sections[0].Equal(b.Sections[0]) || !cmp.Equal(a, b) {
		t.Error("two messages differ by where their texts are from")
	}
	raw, err := jsonvalue.Marshal(a.Sections[0])
	if want := `{"name":"A","text":"text"}`; err != nil || string(raw) != want {
		t.Errorf("%v, %s, want %s", err, raw, want)
	}
}
