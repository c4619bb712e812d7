package prefix_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prefix"
)

// The first array with the longest prefix is found, and finding changes nothing.
func TestLongestPrefix(t *testing.T) {
	type array struct {
		stage    string
		messages []pipeline.Message
	}
	arrays := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) array {
		a := array{stage: rapid.SampledFrom([]string{"main", "router"}).Draw(t, "stage")}
		for _, r := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 0, 5).Draw(t, "roles") {
			a.messages = append(a.messages, pipeline.Message{Role: r})
		}
		return a
	}), 1, 8)
	rapid.Check(t, func(t *rapid.T) {
		all := arrays.Draw(t, "arrays")
		p := prefix.New()
		for i, a := range all {
			wantFrom, wantKeep := 0, 0
			for j, b := range all[:i] {
				n := 0
				for b.stage == a.stage && n < min(len(a.messages), len(b.messages)) &&
					a.messages[n].Role == b.messages[n].Role {
					n++
				}
				if n > wantKeep {
					wantFrom, wantKeep = j, n
				}
			}
			for _, find := range []func() (int, int){
				func() (int, int) { return p.Find(a.stage, a.messages) },
				func() (int, int) { return p.Add(i, a.stage, a.messages) },
			} {
				if from, keep := find(); from != wantFrom || keep != wantKeep {
					t.Fatalf("array %d keeps %d of %d, want %d of %d", i, keep, from, wantKeep, wantFrom)
				}
			}
		}
	})
}

// A text's source is no part of its message.
func TestPrefixOfOtherSources(t *testing.T) {
	message := func(source pipeline.TextSource) []pipeline.Message {
		return []pipeline.Message{{
			Role: pipeline.RoleUser, Source: source,
			Sections: []pipeline.Section{pipeline.NewSection("A", source.Of("text"))},
		}}
	}
	tree := prefix.New()
	tree.Add(0, "s", message(pipeline.SkillText("a")))
	if _, keep := tree.Find("s", message(pipeline.CaseText("b"))); keep != 1 {
		t.Error("a message is not found again because its text is from elsewhere")
	}
}
