package prompt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
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

// JSON of a value with pieces is the JSON of the same value with strings, and each text in it keeps its source.
func TestJSONLaw(t *testing.T) {
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
		got, err := prompt.JSON(sourced{title, said, []pipeline.Pieces{other}, title,
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
				if title.Source().Kind != pipeline.TextUnclear { // else a letter was split
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

// ownJSON has its own encoding, so nothing is known of its strings.
type ownJSON struct{}

func (ownJSON) MarshalJSON() ([]byte, error) { return []byte(`["one","two"]`), nil }

func TestJSON(t *testing.T) {
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
			got, err := prompt.JSON(tt.value)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
