package skills_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// O-12: a file of another name and size is read as its Place and the Options say.
func TestO12LoadPlaces(t *testing.T) {
	text := "---\nname: n\ndescription: d\n---\n"
	dir := pipeline.SkillDir{Path: "a", Dir: fstest.MapFS{
		"NOTES.md": {Data: []byte(text + strings.Repeat("x", 100))},
	}}
	place := skills.Place{SkillDir: dir, File: "NOTES.md"}
	for name, c := range map[string]struct {
		place skills.Place
		most  int
		want  []string
	}{
		"its own name":       {place, 0, []string{"n in NOTES.md"}},
		"as large as may be": {place, len(text) + 100, []string{"n in NOTES.md"}},
		"larger":             {place, len(text) + 99, []string{"a/NOTES.md: size"}},
		"not there":          {skills.Places([]pipeline.SkillDir{dir})[0], 0, []string{"a/SKILL.md: unreadable"}},
	} {
		lib := skills.LoadPlaces([]skills.Place{c.place}, skills.Options{Policy: skills.Strict, MaxBytes: c.most})
		var got []string
		for _, s := range lib.Skills {
			got = append(got, s.Name+" in "+s.File)
		}
		for _, p := range lib.Problems {
			if p.Dropped {
				got = append(got, p.Path+": "+p.Kind)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
