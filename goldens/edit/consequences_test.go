package edit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// sections returns a message with a section for each name, all with the same words.
func sections(names ...string) pipeline.Message {
	var all []pipeline.Section
	for _, name := range names {
		text := in(name).Of("words of " + strings.ToLower(name) + " alone, and some more of them")
		if name == "User" {
			text = pipeline.CaseText("turns[0].user").Of("what the user says")
		}
		all = append(all, section(name, text))
	}
	return message(all...)
}

// A move is reported with its positions, even if the section has another name or other words.
func TestMoves(t *testing.T) {
	renamed := sections("A", "User", "B")
	renamed.Sections[2] = section("Rules", in("Rules").Of("words of b alone, and some more of them"))
	edited := sections("A", "User", "B")
	edited.Sections[2] = section("B", in("B").Of("words of b alone, and some more words"))
	other := sections("A", "B", "User")
	other.Sections[1] = section("Rules", in("Rules").Of("words of b alone, and some more of them"))
	place := func(from, to int, behindFrom, behind string, user bool) edit.Move {
		return edit.Move{From: from, FromOf: 3, To: to, Of: 3, BehindFrom: behindFrom, Behind: behind, BehindUser: user}
	}
	behind, front := ptr(place(2, 3, "A", "User", true)), ptr(place(2, 1, "A", "", false))
	for name, tt := range map[string]struct {
		new  pipeline.Message
		want []edit.Kind
		move *edit.Move
		same bool
	}{
		"moved":             {sections("A", "User", "B"), []edit.Kind{edit.Moved}, behind, false},
		"moved and renamed": {renamed, []edit.Kind{edit.Moved, edit.Renamed}, behind, true},
		"moved and edited":  {edited, []edit.Kind{edit.Moved, edit.Changed}, behind, false},
		"renamed":           {other, []edit.Kind{edit.Renamed}, nil, true},
		"to the front":      {sections("B", "A", "User"), []edit.Kind{edit.Moved}, front, false},
	} {
		t.Run(name, func(t *testing.T) {
			parts := edit.Compare(onFile(t, file(sections("A", "B", "User"))), file(tt.new), nil)
			var kinds []edit.Kind
			var move *edit.Move
			same := false
			for _, p := range parts {
				kinds, same = append(kinds, p.Change), same || p.Same
				if p.Move != nil {
					move = ptr(*p.Move)
					move.Section = ""
				}
			}
			// the aligner decides which of two neighbours has moved
			if name == "to the front" && move != nil && move.From == 1 {
				move = front
			}
			if d := cmp.Diff(tt.want, kinds); d != "" || same != tt.same {
				t.Errorf("same %v (-want +got):\n%s", same, d)
			}
			if d := cmp.Diff(tt.move, move); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// A section that goes from one message into another has moved, and is marked if it now follows the user's own words.
func TestMovesAcrossMessages(t *testing.T) {
	call := func(system, user pipeline.Message) *goldens.File {
		user.Role = pipeline.RoleUser
		return &goldens.File{Suite: "s", Case: "c", Calls: []goldens.Call{{Path: "turn-1/main", Stage: "main",
			Messages: []pipeline.Message{system, user}}}}
	}
	old := call(sections("A", "B", "C"), sections("User", "D"))
	new := call(sections("A", "C"), sections("User", "D", "B"))
	for _, p := range edit.Compare(onFile(t, old), new, nil) {
		if p.Change != edit.Added {
			continue
		}
		want := &edit.Move{Section: "B", Message: 1, From: 2, FromOf: 3, BehindFrom: "A", To: 3, Of: 3, Behind: "D",
			BehindUser: true}
		if d := cmp.Diff(want, p.Move); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
	renamed := call(sections("A", "C"), sections("User", "D", "B"))
	renamed.Calls[0].Messages[1].Sections[2].Name = "Rules"
	was := ""
	for _, p := range edit.Compare(onFile(t, old), renamed, nil) {
		if p.Move != nil {
			was = p.Move.Was
		}
	}
	if was != "B" {
		t.Errorf("the section was %q in the other message", was)
	}
}

// A tool that moved and changed shows both.
func TestToolsThatMoveAndChange(t *testing.T) {
	with := func(names ...string) *goldens.File {
		f := file(sections("A"))
		for i, name := range names {
			tool := pipeline.Tool{Name: name, Description: strings.Repeat("x", i+1) + name}
			f.Calls[0].Tools = append(f.Calls[0].Tools, tool)
		}
		return f
	}
	parts := edit.Compare(onFile(t, with("a", "b", "c")), with("b", "c", "a"), nil)
	for _, p := range parts {
		if p.Change == edit.Moved && (p.Move == nil || len(p.Hunks) == 0) {
			t.Errorf("%s: move %+v, %d hunks", p.Tool, p.Move, len(p.Hunks))
		}
	}
	if len(parts) != 3 {
		t.Errorf("%d parts", len(parts))
	}
}

// Entries no longer shown, while the case and its answers still have them, were left out by the program: one group,
// which blames no case. If the case itself has lost them, it is the case's edit.
func TestLeftOut(t *testing.T) {
	talk := []string{"Please plan a trip to Porto", "The train leaves at 9:30", "Fine, go on with the hotel", "Hi",
		"A room is free"}
	list := func(from int) pipeline.Message {
		var texts []pipeline.Pieces
		for i, text := range talk[from:] {
			source := pipeline.CaseText("turns[" + string(rune('0'+i)) + "].user")
			if (i+from)%2 == 1 {
				source = answer
			}
			texts = append(texts, code.Of("- "), source.Of(text), code.Of("\n"))
		}
		return message(section("Recent", texts...))
	}
	known := &edit.Known{Texts: func() []string { return talk }}
	var groups edit.Groups
	groups.Add("s", "c", edit.Compare(onFile(t, file(list(0), list(0))), file(list(2), list(3)), known))
	all := groups.List()
	if len(all) != 1 || all[0].Kind != edit.LeftOut || all[0].Entries != [2]int{5, 2} || all[0].Calls != 2 ||
		all[0].Source.Kind != pipeline.TextCode {
		t.Errorf("%d groups: %+v", len(all), all)
	}
	groups = edit.Groups{}
	gone := &edit.Known{Texts: func() []string { return talk[2:] }}
	groups.Add("s", "c", edit.Compare(onFile(t, file(list(0))), file(list(2)), gone))
	for _, g := range groups.List() {
		if g.Kind == edit.LeftOut {
			t.Errorf("the case does not say it any more: %+v", g)
		}
	}
}

// A value that a template no longer shows is the template's edit, though its source still has it.
func TestLeftOutByATemplate(t *testing.T) {
	old := message(section("A", in("A").Of("Goal: "), user.Of("a trip to Porto"), in("A").Of("\nEnd")))
	new := message(section("A", in("A").Of("End")))
	known := &edit.Known{Texts: func() []string { return []string{"a trip to Porto"} }}
	for _, p := range edit.Compare(onFile(t, file(old)), file(new), known) {
		if p.Change == edit.LeftOut {
			t.Errorf("%+v", p)
		}
	}
}

// The effect of an edited skill on a retrieval's ranked list: skills that entered, left, rose and fell.
func TestRanks(t *testing.T) {
	list := func(names ...string) pipeline.Message {
		var all []pipeline.Section
		for _, name := range names {
			text := pipeline.SkillText(name + "/SKILL.md").Of("- " + name + ": what " + name + " is for")
			if strings.HasPrefix(name, "!") {
				name = name[1:]
				text = pipeline.SkillText(name + "/SKILL.md").Of("- " + name + ": edited words")
			}
			all = append(all, section("Skill: "+name, text))
		}
		return message(all...)
	}
	known := &edit.Known{Skills: func() []string { return []string{"a", "b", "c", "d of two"} }}
	var groups edit.Groups
	groups.Add("s", "c", edit.Compare(onFile(t, file(list("a", "b", "c"))), file(list("!b", "a", "d of two")), known))
	var got []edit.Rank
	for _, g := range groups.List() {
		for _, r := range g.Ranks {
			got = append(got, r.First)
		}
	}
	want := []edit.Rank{{Skill: "b", Old: 2, New: 1}, {Skill: "a", Old: 1, New: 2}, {Skill: "d of two", New: 3},
		{Skill: "c", Old: 3}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Two files of one name in two folders are two groups; an extra line above an edit does not change its id.
func TestPathsTellGroupsApart(t *testing.T) {
	at := func(path string, line int, text string) *goldens.File {
		source := in("A").In(path)
		return file(message(section("A", source.At(text, line))))
	}
	var groups edit.Groups
	groups.Add("s", "one", edit.Compare(onFile(t, at("p/a.tmpl", 3, "one\ntwo")), at("p/a.tmpl", 3, "one\n2"), nil))
	groups.Add("s", "two", edit.Compare(onFile(t, at("q/a.tmpl", 3, "one\ntwo")), at("q/a.tmpl", 3, "one\n2"), nil))
	all := groups.List()
	if len(all) != 2 || all[0].Where() != "p/a.tmpl:4" || all[1].Where() != "q/a.tmpl:4" {
		t.Errorf("%d groups: %+v", len(all), all)
	}
	later := edit.Compare(onFile(t, at("p/a.tmpl", 30, "one\ntwo")), at("p/a.tmpl", 30, "one\n2"), nil)
	if later[0].GroupID != all[0].ID {
		t.Errorf("%s in line 30, %s in line 3", later[0].GroupID, all[0].ID)
	}
}
