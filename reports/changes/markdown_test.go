package changes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// However much has changed, the Markdown fits into a comment and says how much it leaves out.
func TestMarkdownFitsIntoAComment(t *testing.T) {
	c := &Changes{Base: "0123", New: Count{1, 1}}
	for i := range 100 {
		c.Groups = append(c.Groups, edit.Group{
			ID: fmt.Sprintf("%016d", i), Kind: edit.Changed, Calls: 1, Cases: 1, Edits: 1, Counts: []int{1},
			Source: pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "a.tmpl", Define: "b"},
			Hunks:  []edit.Hunk{{New: slices.Repeat([]string{strings.Repeat("word ", 20)}, 20)}},
			Refs:   []edit.Ref{{Suite: "s", Case: "c", Path: "turn-1/a"}},
		})
	}
	var b strings.Builder
	if err := c.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	shown := strings.Count(text, "```diff\n")
	left := fmt.Sprintf("\n- … and %d more changes; `diff` prints them\n- new: 1 prompt of 1 case", 100-shown)
	if len(text) > 65_536 || shown < 20 || shown == 100 || !strings.Contains(text, left) ||
		!strings.HasPrefix(text, "<!-- beaver-eval changes -->\n## ") {
		t.Errorf("%d bytes with %d changes, which end with\n%s", len(text), shown, text[max(0, len(text)-200):])
	}
}
