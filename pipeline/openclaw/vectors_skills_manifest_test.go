package openclaw

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// manifestVector is the program's reading of a frontmatter.
type manifestVector struct {
	Frontmatter map[string]string    `json:"frontmatter"`
	Metadata    any                  `json:"metadata"`
	Invocation  catalogue.Invocation `json:"invocation"`
}

// manifest is that of a text, also of one whose YAML is broken, which the loader drops.
func manifest(text string) catalogue.Manifest {
	doc, _, _ := skills.ReadDocument(strings.ReplaceAll(text, "\r\n", "\n"))
	return catalogue.ManifestOf(&skills.Skill{Frontmatter: doc.Fields, Front: doc.Front})
}

// O-12, O-13: fields, metadata and invocation policy of a SKILL.md.
func TestVectorFrontmatter(t *testing.T) {
	eachCase(t, "frontmatter.json", func(t *testing.T, v vector[string, manifestVector], by func(string)) {
		m := manifest(v.Input)
		got := manifestVector{m.Fields, asJSON(t, m.Metadata), m.Invocation}
		if diff := cmp.Diff(v.Expected, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", v.Input, diff)
		}
	})
}

// asJSON returns v after a round trip through encoding/json.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
