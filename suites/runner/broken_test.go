package runner

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// breaks is a block of a case.
type breaks []pipeline.Part

func (b breaks) Broken() []pipeline.Part { return b }

// Parts that a case breaks fail as they would in reality, and no others do.
func TestBrokenParts(t *testing.T) {
	file := fstest.MapFS{skills.File: {Data: []byte("---\nname: a\ndescription: b\n---\nc")}}
	dirs := []pipeline.SkillDir{{Path: "a", Dir: file}}
	for _, tt := range []struct {
		block    any
		embeds   bool
		skills   int
		library  string
		problems []string
	}{
		{nil, true, 1, "digest", nil},
		{&struct{}{}, true, 1, "digest", nil},
		{breaks{}, true, 1, "digest", nil},
		{breaks{pipeline.PartEmbedder}, false, 1, "digest", nil},
		{breaks{pipeline.PartLoader}, true, 0, "unreadable:digest", []string{skills.KindUnreadable}},
		{
			breaks{pipeline.PartLoader, pipeline.PartEmbedder}, false, 0, "unreadable:digest",
			[]string{skills.KindUnreadable},
		},
	} {
		b := brokenBy(tt.block)
		_, err := b.embedder(retrieval.BuiltIn{}).Embed(t.Context(), []string{"a"})
		f, failed := errors.AsType[*pipeline.Failure](err)
		if failed == tt.embeds || err != nil && f.Reason != pipeline.Unavailable {
			t.Errorf("%v: embedding: %v, want that it works: %v", tt.block, err, tt.embeds)
		}
		got, library := b.skills(dirs, "digest")
		loaded := skills.Load(got, skills.Lenient)
		var problems []string
		for _, p := range loaded.Problems {
			problems = append(problems, p.Kind)
		}
		if d := cmp.Diff(tt.problems, problems); d != "" || len(loaded.Skills) != tt.skills || library != tt.library {
			t.Errorf("%v: %d skills, library %s, problems (-want +got):\n%s", tt.block, len(loaded.Skills), library, d)
		}
		none, library := b.skills(nil, "")
		refused := len(skills.Load(none, skills.Lenient).Problems)
		if want := len(tt.problems); len(none) != want || refused != want || (library != "") != (want > 0) {
			t.Errorf("%v: %d folders, %d refused, and library %q of a case without skills", tt.block, len(none),
				refused, library)
		}
	}
	if _, err := fs.Stat(dirs[0].Dir, skills.File); err != nil {
		t.Errorf("the case's own skills: %v", err)
	}
}
