package beaver

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// somewhere returns a turn for tests of selections without a conversation.
func somewhere(limits Limits) *turn {
	root := pipeline.NewRuntime(&pipeline.Env{Model: &script{}}, time.Time{})
	return &turn{conversation: &conversation{block: Block{Limits: limits}}, rt: root.At("turn-1", "")}
}

func candidates(names ...string) []candidate {
	var all []candidate
	for i, n := range names {
		all = append(all, candidate{Name: n, Rank: i + 1, skill: &skill{Skill: &skills.Skill{Name: n}}})
	}
	return all
}

// The kept names of a model are candidates, in its order, each once, and at most the requested number. Invented names
// are reported, whether or not any are left.
func TestKeepKnown_A4_K4_Law(t *testing.T) {
	pool := []string{"a", "b", "c", "A", "a ", "../a", "", "海狸", "\"", "{{.}}"}
	rapid.Check(t, func(rt *rapid.T) {
		offered := rapid.SliceOfDistinct(rapid.SampledFrom(pool), rapid.ID[string]).Draw(rt, "candidates")
		named := rapid.SliceOf(rapid.SampledFrom(append(pool, "ghost"))).Draw(rt, "names")
		most := rapid.IntRange(1, 4).Draw(rt, "most")

		at := somewhere(Limits{})
		kept := at.keepKnown(stageFinal, named, candidates(offered...), most)

		var known, invented []string
		for i, n := range named {
			switch {
			case !slices.Contains(offered, n):
				invented = append(invented, n)
			case !slices.Contains(named[:i], n):
				known = append(known, n)
			}
		}
		if d := cmp.Diff(known[:min(most, len(known))], kept, cmpopts.EquateEmpty()); d != "" {
			rt.Errorf("kept (-want +got):\n%s", d)
		}
		if got := decided(at.rt, "turn-1", stageFinal); got == "null" {
			rt.Error("the decision is null, want a list")
		}
		reports := fallbacks(at.rt)
		if len(invented) == 0 && len(reports) > 0 {
			rt.Errorf("nothing is invented, and reported is %+v", reports)
		}
		if len(invented) > 0 && (len(reports) != 1 || reports[0].Stage != stageFinal ||
			reports[0].Reason != reasonUnknownName) {
			rt.Errorf("invented %q, reported %+v", invented, reports)
		}
		if cut := len(known) - most; cut > 0 && event(at.rt, "names cut") != fmt.Sprint(cut) {
			rt.Errorf("%d names cut, the trace says %q", cut, event(at.rt, "names cut"))
		}
	})
}

// event returns the value of the last event with a name; empty: there is none.
func event(root *pipeline.Runtime, name string) string {
	value := ""
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryEvent && e.Stage == name {
			value = string(e.Value)
		}
	}
	return value
}

func TestNamed_A4(t *testing.T) {
	all := candidates("a", "b", "c")
	for _, tt := range []struct{ names, want []string }{
		{nil, nil},
		{[]string{"c", "a"}, []string{"c", "a"}},
		{[]string{"b", "x", "a"}, []string{"b", "a"}},
		{[]string{"B"}, nil},
	} {
		var got []string
		for _, c := range named(all, tt.names) {
			got = append(got, c.Name)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", tt.names, d)
		}
	}
}

// No text is lost or moved: the items follow their heading, the lead stands between heading and items, the separator
// between items.
func TestSpliced_A3_Law(t *testing.T) {
	text := rapid.SampledFrom([]string{"x", "two\nlines", "海狸", " blank ", "{{.}}"})
	gap := rapid.SampledFrom([]string{"", "\n", paragraph})
	rapid.Check(t, func(t *rapid.T) {
		section := func(name, end string) pipeline.Section {
			return pipeline.Section{Name: name, Text: text.Draw(t, name) + end}
		}
		end := gap.Draw(t, "gap")
		before, head, after := section("before", paragraph), section("head", end), section("after", "")
		var items []pipeline.Section
		for i := range rapid.IntRange(1, 4).Draw(t, "items") {
			items = append(items, section(fmt.Sprintf("item %d", i), ""))
		}
		separator := rapid.SampledFrom([]string{"\n", paragraph}).Draw(t, "separator")
		lead := rapid.SampledFrom([]string{"\n", paragraph}).Draw(t, "lead")

		want := before.Text + strings.TrimSuffix(head.Text, end)
		names := []string{"before", "head"}
		for i, item := range items {
			want += []string{lead, separator}[min(i, 1)] + item.Text
			names = append(names, item.Name)
		}
		want += end + after.Text
		got := spliced([]pipeline.Section{before, head, after}, "head", lead, separator, items)

		if d := cmp.Diff(want, pipeline.Message{Sections: got}.Content()); d != "" {
			t.Errorf("text (-want +got):\n%s", d)
		}
		var gotNames []string
		for _, s := range got {
			gotNames = append(gotNames, s.Name)
		}
		if d := cmp.Diff(append(names, "after"), gotNames); d != "" {
			t.Errorf("sections (-want +got):\n%s", d)
		}
	})
}

// At the limit: as many candidates as may be shown in full need no shortlist, one more does.
func TestSelection_A2_A7_A8_ShortlistAboveTheLimit(t *testing.T) {
	for limit := 1; limit <= 8; limit++ {
		for offered := 0; offered <= limit+2; offered++ {
			var want []string
			if offered > limit {
				want = append(want, "turn-1/skills-shortlist")
			}
			if offered > 0 {
				want = append(want, "turn-1/skills-final")
			}
			block := &Block{Entry: entryMain, Limits: Limits{MaxDetailedCandidates: limit}}
			if limit == 8 {
				block.Limits = Limits{} // the default
			}
			m := &script{}
			converse(t, pipeline.Case{Skills: alike(offered), Block: block}, m, users("a letter"))
			var got []string
			for _, r := range m.kept[:len(m.kept)-1] {
				got = append(got, r.Path)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%d candidates, limit %d (-want +got):\n%s", offered, limit, d)
			}
		}
	}
}

// alike are skills that all fit a message about a letter.
func alike(n int) []pipeline.SkillDir {
	var dirs []pipeline.SkillDir
	for i := range n {
		dirs = append(dirs, skillDir(fmt.Sprintf("letter-%02d", i), "Write a letter", "Begin with the date."))
	}
	return dirs
}

// The defaults: 20 candidates, 8 names from a shortlist, as many as may be shown in full without one, and 5 active
// skills; a block overrides them.
func TestSelection_A8_Defaults(t *testing.T) {
	for _, tt := range []struct {
		name   string
		limits Limits
		want   [3]int // seen by the shortlist, seen by the final choice, active
	}{
		{"defaults", Limits{}, [3]int{20, 8, 5}},
		{"set", Limits{SkillCandidates: 11, MaxDetailedCandidates: 4, MaxSkills: 3}, [3]int{11, 4, 3}},
		{"fewer in full than active", Limits{MaxDetailedCandidates: 2, MaxSkills: 3}, [3]int{20, 2, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			everyone := says(namesJSON(namesOf(alike(30))))
			m := &script{answers: map[string]pipeline.Response{"turn-1/skills-shortlist": everyone,
				"turn-1/skills-final": everyone}}
			converse(t, pipeline.Case{Skills: alike(30), Block: &Block{Entry: entryMain, Limits: tt.limits}}, m,
				users("a letter"))
			got := [3]int{len(offeredSkills(m.kept[0])), len(offeredSkills(m.kept[1])), len(activeSkills(m.kept[2]))}
			if got != tt.want {
				t.Errorf("seen by the shortlist, by the final choice, active: %v, want %v", got, tt.want)
			}
		})
	}
}

func namesOf(dirs []pipeline.SkillDir) []string {
	var names []string
	for _, s := range skills.Load(dirs, skills.Lenient).Skills {
		names = append(names, s.Name)
	}
	return names
}

// The declared answer of a failed shortlist is the first names by score, whatever letters they have; of a final choice,
// none.
func TestDeclaredSelection_A6(t *testing.T) {
	byScore := candidates("b", "say \"a\"\n", "../c", "海\u2028狸")
	for _, tt := range []struct {
		stage string
		most  int
		want  string
	}{
		{stageShortlist, 1, `["b"]`},
		{stageShortlist, 3, `["b","say \"a\"\n","../c"]`},
		{stageShortlist, 9, "[\"b\",\"say \\\"a\\\"\\n\",\"../c\",\"海\u2028狸\"]"},
		{stageFinal, 3, `[]`},
	} {
		got := declaredSelection(tt.stage, byScore, tt.most)
		if len(got) != 1 || got[0].Answer == nil || len(got[0].Reasons) > 0 || got[0].Answer.Content != tt.want {
			t.Errorf("%s, %d: %+v, want %s for every reason", tt.stage, tt.most, got, tt.want)
		}
	}
}

// The whole user message of either stage, with the spec's wording.
func TestSelectionPrompt_A3(t *testing.T) {
	found := candidates("one", "two")
	found[0].skill.Description, found[0].skill.Body = " First\n  of two. ", "\nDo it.\n\nThen stop.\n"
	found[1].skill.Description, found[1].skill.Body = "{{.Second}}", "{{template \"Role\"}}"
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	at := somewhere(Limits{MaxDetailedCandidates: 4, MaxSkills: 3})
	at.prompts = sys.Loaded()
	most := map[string]string{stageShortlist: "at most 4 skills", stageFinal: "at most 3 skills"}
	for stage, list := range map[string]string{
		stageShortlist: "- one: First of two.\n- two: {{.Second}}",
		stageFinal:     "- one: First of two.\n\nDo it.\n\nThen stop.\n\n- two: {{.Second}}\n\n{{template \"Role\"}}",
	} {
		t.Run(stage, func(t *testing.T) {
			messages, err := at.selectionMessages(stage, code.Of("Say {{.Task}}"), found)
			if err != nil {
				t.Fatal(err)
			}
			want := "Task description:\nSay {{.Task}}\n\nCandidate skills:\n" + list + "\n\nReturn only JSON, for " +
				"example [\"skill-a\"] or []."
			if d := cmp.Diff(want, messages[1].Content()); d != "" {
				t.Errorf("user message (-want +got):\n%s", d)
			}
			system := messages[0].Content()
			for _, part := range []string{
				"You select Beaver skills for a single run",
				"Selection stage: " + strings.TrimPrefix(stage, "skills-") + ".", most[stage], "JSON array",
				"Never invent names", "[]",
			} {
				if !strings.Contains(system, part) {
					t.Errorf("system message without %q:\n%s", part, system)
				}
			}
		})
	}
}

// Templates of a suite may name their sections freely, in any language: the candidates reach the model, or the folder
// is refused.
func TestSelectionPrompt_A3_OtherTemplates(t *testing.T) {
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	other, err := sys.WithPrompts(fstest.MapFS{"skills.user.tmpl": {Data: []byte(
		`{{define "任务"}}任务:{{.Task}}{{end}}{{define "候选技能"}}候选技能:{{end}}{{define "输出"}}只返回 JSON。{{end}}`,
	)}})
	if err != nil {
		return // refused when it is loaded
	}
	at := somewhere(Limits{})
	at.prompts = other.(*System).Loaded()
	messages, err := at.selectionMessages(stageShortlist, code.Of("a letter"), candidates("letter"))
	if err != nil || !slices.Equal(skillSections(messages[1]), []string{"letter"}) {
		t.Errorf("%v, the model sees no candidate:\n%s", err, messages[1].Content())
	}
}
