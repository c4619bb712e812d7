package conflict

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A conflict in a prompt is attributed to the text that contains it.
func TestHolders(t *testing.T) {
	const begin, end = "<<<<<<< HEAD", ">>>>>>> feature"
	const both = begin + "\nours\n=======\ntheirs\n" + end
	section := func(source pipeline.TextSource, text string) pipeline.Section {
		return pipeline.Section{Name: "S", Text: text}.WithPieces(source.Of(text))
	}
	const unknown = "the text of the section `S`"
	template := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "a.tmpl", Define: "S"}
	for name, tt := range map[string]struct {
		section    pipeline.Section
		begin, end string
		want       []string
	}{
		"a template":     {section(template, both), begin, end, []string{"`a.tmpl`"}},
		"a skill":        {section(pipeline.SkillText("s/SKILL.md"), both), begin, end, []string{"`s/SKILL.md`"}},
		"the case":       {section(pipeline.CaseText("turns[0].user"), both), begin, end, []string{"the case"}},
		"nobody knows":   {pipeline.Section{Name: "S", Text: both}, begin, end, []string{unknown}},
		"half of it":     {section(template, begin+"\nours\n"), begin, end, nil},
		"the wrong way":  {section(template, end+"\n"+begin), begin, end, nil},
		"other labels":   {section(template, both), "<<<<<<< main", end, nil},
		"no ends":        {section(template, both), "", "", nil},
		"in a long line": {section(template, "x "+both), begin, end, nil},
	} {
		t.Run(name, func(t *testing.T) {
			messages := []pipeline.Message{{Sections: []pipeline.Section{{Name: "T", Text: "t"}, tt.section}}}
			if d := cmp.Diff(tt.want, Holders(messages, tt.begin, tt.end)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
