package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

func in(define string) pipeline.TextSource {
	return pipeline.TextSource{Kind: pipeline.TextTemplate, Name: "a.tmpl", Define: define}
}

var (
	skill  = pipeline.SkillText("tea/SKILL.md")
	user   = pipeline.CaseText("turns[0].user")
	answer = pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "turn-1/planner", Define: "planner"}
	code   = pipeline.TextSource{Kind: pipeline.TextCode}
)

func section(name string, texts ...pipeline.Pieces) pipeline.Section {
	return pipeline.NewSection(name, pipeline.JoinPieces(texts...))
}

func message(sections ...pipeline.Section) pipeline.Message {
	return pipeline.Message{Role: pipeline.RoleSystem, Sections: sections}
}

// file returns the golden of a case of one call for each message.
func file(messages ...pipeline.Message) *goldens.File {
	f := &goldens.File{Suite: "s", Case: "c"}
	for i, m := range messages {
		f.Calls = append(f.Calls, goldens.Call{Path: fmt.Sprintf("turn-%d/main", i+1), Stage: "main",
			Messages: []pipeline.Message{m}})
	}
	return f
}

// onFile returns a file as read again, without sources.
func onFile(t interface{ Fatal(...any) }, f *goldens.File) *goldens.File {
	text, err := f.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	old, err := goldens.Read("a.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	return old
}

// shown holds the tested fields of a part.
type shown struct {
	Section string
	Change  edit.Kind
	Source  pipeline.TextSource
	Atoms   []edit.Atom
}

func show(parts []edit.Part) []shown {
	var all []shown
	for _, p := range parts {
		s := shown{Section: p.Section, Change: p.Change, Source: p.Source}
		for _, h := range p.Hunks {
			s.Atoms = append(s.Atoms, h.Atoms...)
		}
		if p.Change == edit.Renamed {
			s.Atoms = append(s.Atoms, edit.Atom{Old: p.Was, New: p.Section})
		}
		all = append(all, s)
	}
	return all
}

func TestCompare(t *testing.T) {
	unclear := pipeline.TextSource{Kind: pipeline.TextUnclear}
	for _, tt := range []struct {
		name     string
		old, new pipeline.Message
		want     []shown
	}{
		{"a word of a template beside a value", message(section("A", in("A").Of("Goal: "), user.Of("Goal trip"))),
			message(section("A", in("A").Of("Aim: "), user.Of("Goal trip"))),
			[]shown{{"A", edit.Changed, in("A"), []edit.Atom{{Old: "Goal", New: "Aim"}}}}},
		{"a value", message(section("A", in("A").Of("Goal: "), user.Of("a trip"))), message(section("A",
			in("A").Of("Goal: "), user.Of("a walk"))),
			[]shown{{"A", edit.Changed, user, []edit.Atom{{Old: "trip", New: "walk"}}}}},
		{"both", message(section("A", in("A").Of("Goal: "), user.Of("trip"))), message(section("A", in("A").Of("Aim: "),
			user.Of("walk"))),
			[]shown{{"A", edit.Changed, in("A"), []edit.Atom{{Old: "Goal", New: "Aim"}}}, {"A", edit.Changed, user,
				[]edit.Atom{{Old: "trip", New: "walk"}}}}},
		{"an answer, and one element more in a list", message(section("A", in("A").Of("Nodes:\n- "), answer.Of("one"),
			in("A").Of("\nEnd"))),
			message(section("A", in("A").Of("Nodes:\n- "), answer.Of("one"), in("A").Of("\n- "), answer.Of("two"),
				in("A").Of("\nEnd"))),
			[]shown{{"A", edit.Changed, answer, []edit.Atom{{New: "- two\n"}}}}},
		{"a word that is gone in front of a value", message(section("A", in("A").Of("Task now "), user.Of("x"))),
			message(section("A", in("A").Of("Task "), user.Of("x"))),
			[]shown{{"A", edit.Changed, in("A"), []edit.Atom{{Old: "now "}}}}},
		{"a word of a skill", message(section("Skill: tea", skill.Of("Boil water.\nPour."))),
			message(section("Skill: tea", skill.Of("Heat water.\nPour."))),
			[]shown{{"Skill: tea", edit.Changed, skill, []edit.Atom{{Old: "Boil", New: "Heat"}}}}},
		{"a last section more changes no separator", message(section("A", in("A").Of("a"))), message(section("A",
			in("A").Of("a"), code.Of("\n\n")), section("B", in("B").Of("b"))),
			[]shown{{"B", edit.Added, in("B"), []edit.Atom{{New: "b"}}}}},
		{"a section less", message(section("A", in("A").Of("a"), code.Of("\n\n")), section("B", in("B").Of("b"))),
			message(section("A", in("A").Of("a"))),
			[]shown{{"B", edit.Removed, pipeline.TextSource{Kind: pipeline.TextUnclear, Name: "a.tmpl", Define: "B"},
				[]edit.Atom{{Old: "b"}}}}},
		{"another name", message(section("A", in("A").Of("one two three four"))), message(section("B",
			in("B").Of("one two three five"))),
			[]shown{{"B", edit.Renamed, in("B"), []edit.Atom{{Old: "A", New: "B"}}}, {"B", edit.Changed, in("B"),
				[]edit.Atom{{Old: "four", New: "five"}}}}},
		{"another section", message(section("A", in("A").Of("one two"))), message(section("B",
			in("B").Of("six seven"))),
			[]shown{{"A", edit.Removed, pipeline.TextSource{Kind: pipeline.TextUnclear, Name: "a.tmpl", Define: "A"},
				[]edit.Atom{{Old: "one two"}}}, {"B", edit.Added, in("B"), []edit.Atom{{New: "six seven"}}}}},
		{"words of two sources that nothing tells apart", message(section("A", in("A").Of("x"))), message(section("A",
			in("A").Of("y "), skill.Of("z"))),
			[]shown{{"A", edit.Changed, unclear, []edit.Atom{{Old: "x", New: "y z"}}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, show(edit.Compare(onFile(t, file(tt.old)), file(tt.new), nil))); d != "" {
				t.Error(d)
			}
		})
	}
}

// One edit of a template has one digest and one group in any context, and the group does not depend on the words.
func TestDigests(t *testing.T) {
	part := func(label, value string) edit.Part {
		old := file(message(section("A", in("A").Of("Number: "), user.Of(value))))
		parts := edit.Compare(onFile(t, old), file(message(section("A", in("A").Of(label), user.Of(value)))), nil)
		if len(parts) != 1 {
			t.Fatalf("%+v", parts)
		}
		return parts[0]
	}
	one, two, other := part("No: ", "1"), part("No: ", "Number 2\nmore"), part("Count: ", "1")
	if one.EditDigest != two.EditDigest || one.GroupID != two.GroupID {
		t.Errorf("one edit, two values: %s and %s, groups %s and %s", one.EditDigest, two.EditDigest, one.GroupID,
			two.GroupID)
	}
	if one.EditDigest == other.EditDigest || one.GroupID != other.GroupID {
		t.Errorf("two edits of one section: %s and %s, groups %s and %s", one.EditDigest, other.EditDigest, one.GroupID,
			other.GroupID)
	}
	if one.DigestBefore == one.DigestAfter || one.DigestBefore == two.DigestBefore || other.TokenDelta != -1+1 &&
		other.TokenDelta > 0 {
		t.Errorf("%+v", one)
	}
}

// A new call belongs to the only other change in its case; with two of them nothing is claimed.
func TestCallsThatCome(t *testing.T) {
	old := file(message(section("A", in("A").Of("one"))))
	grown := func(texts ...pipeline.Section) *goldens.File {
		f := file(message(texts...))
		f.Calls = append(f.Calls, goldens.Call{Path: "turn-1/more", Stage: "more",
			Messages: []pipeline.Message{message(section("M", in("M").Of("m")))}})
		return f
	}
	parts := edit.Compare(onFile(t, old), grown(section("A", in("A").Of("two"))), nil)
	if len(parts) != 2 || parts[0].GroupID != parts[1].GroupID || parts[1].Source != in("A") {
		t.Errorf("one cause: %+v", parts)
	}
	parts = edit.Compare(onFile(t, old), grown(section("A", in("A").Of("two"), code.Of("\n\n")), section("B",
		in("B").Of("b"))), nil)
	if len(parts) != 3 || parts[2].Source.Kind != pipeline.TextUnclear {
		t.Errorf("two causes: %+v", parts)
	}
}

func TestGroups(t *testing.T) {
	var groups edit.Groups
	for i := range 5 {
		old := file(message(section("A", in("A").Of("Goal: "), user.Of(fmt.Sprint(i)))), message(section("B",
			in("B").Of("b"))))
		new := file(message(section("A", in("A").Of("Aim: "), user.Of(fmt.Sprint(i)))), message(section("B",
			in("B").Of("b"))))
		if i < 2 {
			new.Calls[1].Messages[0] = message(section("B", in("B").Of("c")))
		}
		groups.Add("s", fmt.Sprint("case-", i), edit.Compare(onFile(t, old), new, nil))
	}
	list := groups.List()
	if len(list) != 2 || list[0].Calls != 5 || list[0].Cases != 5 || list[0].Edits != 1 || len(list[0].Refs) != 3 ||
		list[1].Calls != 2 {
		t.Fatalf("%+v", list)
	}
	if got, want := list[0].Title(), "main · message 1 (system) · section `A` · a.tmpl"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if d := cmp.Diff([]edit.Hunk{{Old: []string{"Goal: 0"}, New: []string{"Aim: 0"},
		Atoms: []edit.Atom{{Old: "Goal", New: "Aim"}}, At: 1, In: list[0].First.DigestAfter}}, list[0].Hunks); d != "" {
		t.Error(d)
	}
}

// One word replaced in three sections of a template is one rename; a section with other changes keeps its own group.
func TestRename(t *testing.T) {
	texts := func(word, more string) *goldens.File {
		var sections []pipeline.Section
		for _, name := range []string{"A", "B", "C"} {
			sections = append(sections, section(name, in(name).Of("The "+word+" of "+name), code.Of("\n\n")))
		}
		return file(message(append(sections, section("D", in("D").Of("A "+word+" "+more)))...))
	}
	var groups edit.Groups
	groups.Add("s", "c", edit.Compare(onFile(t, texts("Task", "ends")), texts("Job", "stops"), nil))
	list := groups.List()
	if len(list) != 2 || list[0].Kind != edit.Renamed || len(list[0].Of) != 4 || list[0].Calls != 1 ||
		list[0].Edits != 1 {
		t.Fatalf("%+v", list)
	}
	d := cmp.Diff([]string{"A Job stops"}, list[1].Hunks[0].New)
	if d != "" || len(list[1].Hunks) != 1 || list[1].Edits != 1 {
		t.Errorf("%d edits\n%s", list[1].Edits, d)
	}
}

// For any texts: equal calls have no parts, others have some, and each has all its names.
func TestCompareLaw(t *testing.T) {
	text := rapid.OneOf(rapid.StringMatching(`([a-c]{1,3}[ \n:]){0,6}`), rapid.SampledFrom([]string{"\n\n", "a", "v0",
		"w", "{{.X}}", "海狸\n", " "}))
	messages := rapid.Custom(func(t *rapid.T) []pipeline.Message {
		var all []pipeline.Message
		for range rapid.IntRange(1, 3).Draw(t, "messages") {
			m := pipeline.Message{Role: rapid.SampledFrom(pipeline.Roles()[:2]).Draw(t, "role")}
			for range rapid.IntRange(0, 3).Draw(t, "sections") {
				name := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "name")
				var texts []pipeline.Pieces
				for range rapid.IntRange(0, 4).Draw(t, "pieces") {
					source := rapid.SampledFrom([]pipeline.TextSource{in(name), skill, user, answer, {}}).Draw(t,
						"source")
					texts = append(texts, source.Of(text.Draw(t, "text")))
				}
				m.Sections = append(m.Sections, section(name, texts...))
			}
			all = append(all, m)
		}
		return all
	})
	rapid.Check(t, func(t *rapid.T) {
		call := func(label string) *goldens.File {
			return &goldens.File{Suite: "s", Case: "c", Calls: []goldens.Call{{Path: "turn-1/main", Stage: "main",
				Messages: messages.Draw(t, label)}}}
		}
		old, new := call("old"), call("new")
		parts := edit.Compare(onFile(t, old), new, nil)
		if equal := old.Calls[0].Equal(new.Calls[0]); equal != (len(parts) == 0) {
			t.Fatalf("equal: %v, parts %+v", equal, parts)
		}
		if parts := edit.Compare(onFile(t, new), new, nil); len(parts) > 0 {
			t.Fatalf("nothing differs: %+v", parts)
		}
		for _, p := range parts {
			if p.Path == "" || p.Stage == "" || p.Change == "" || p.Source.Kind == "" || p.EditDigest == "" ||
				p.GroupID == "" {
				t.Fatalf("%+v", p)
			}
		}
		var groups edit.Groups
		groups.Add("s", "c", parts)
		for _, g := range groups.List() {
			if g.Calls != 1 || g.Cases != 1 || g.ID == "" || strings.Contains(g.Title(), "%!") {
				t.Fatalf("%+v", g)
			}
		}
	})
}
