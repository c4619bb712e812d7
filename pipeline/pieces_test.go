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

// Whatever happens to a section's text, its pieces concatenate to it.
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

// A text's source is never sent, compared or kept.
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
