package catalogue_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// O-14: names, descriptions and locations have their file as source; all text around them is the program's.
func TestO14Sources(t *testing.T) {
	s := catalogue.Settings{}
	dirs := skillDirs([]dir{{"personal", "shop/a", skill("a", "<b> & c", "")}, {"personal", "b", skill("b", "d", "")}})
	snap := catalogue.Load(dirs, s).Snapshot(s, 0)
	var got []string
	for _, p := range snap.Shown.XML() {
		got = append(got, p.Source.String()+": "+p.Text)
	}
	want := []string{
		"code: <available_skills>\n  <skill>\n    <name>", "skill b/SKILL.md: b",
		"code: </name>\n    <description>", "skill b/SKILL.md: d",
		"code: </description>\n    <location>", "skill b/SKILL.md: ~/.agents/skills/b/SKILL.md",
		"code: </location>\n  </skill>\n  <skill>\n    <name>", "skill shop/a/SKILL.md: a",
		"code: </name>\n    <description>", "skill shop/a/SKILL.md: &lt;b&gt; &amp; c",
		"code: </description>\n    <location>", "skill shop/a/SKILL.md: ~/.agents/skills/shop/a/SKILL.md",
		"code: </location>\n  </skill>\n</available_skills>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.Contains(snap.Shown.XML().String(), "Body") {
		t.Error("a body stands in the catalogue (O-18)")
	}
}

// O-14: only paths below the home folder are shortened.
func TestO14Home(t *testing.T) {
	for home, want := range map[string]string{
		"/home/ann":  "~/x",
		"/home/ann/": "~/x",
		"/home":      "~/ann/x",
		"/home/an":   "/home/ann/x",
		"":           "/home/ann/x",
		"/":          "/home/ann/x",
	} {
		s := catalogue.Settings{Home: home}
		if got := s.Shown("/home/ann/x"); got != want || s.Absolute(got) != "/home/ann/x" {
			t.Errorf("home %q: %s, back %s, want %s", home, got, s.Absolute(got), want)
		}
	}
}

// O-15: the first allowed ones, and the findings about the others.
func TestO15Cut(t *testing.T) {
	var dirs []dir
	for _, name := range []string{"a", "b", "c", "d"} {
		dirs = append(dirs, dir{"personal", name, skill(name, "技能😀", "")})
	}
	// name, description of 4 units, location
	const each, around, introduction = 97 + 1 + 4 + len("~/.agents/skills/a/SKILL.md"), 38, 100
	count := func(n int) *int { return &n }
	type L = catalogue.Limits
	for _, c := range []struct {
		name   string
		limits L
		want   string
	}{
		{"no limit", L{}, "a b c d"},
		{"as many as may be", L{InPrompt: count(4)}, "a b c d"},
		{"one too many", L{InPrompt: count(3)}, "a b c, d over_count"},
		{"none", L{InPrompt: count(0)}, ", a over_count b over_count c over_count d over_count"},
		{"fits", L{PromptChars: count(introduction + around + 4*each)}, "a b c d"},
		{"one unit too few", L{PromptChars: count(introduction + around + 4*each - 1)}, "a b c, d over_budget"},
		{"both", L{PromptChars: count(introduction + around + 2*each), InPrompt: count(3)},
			"a b, c over_budget d over_count"},
		{"below 0", L{PromptChars: count(-5)}, ", a over_budget b over_budget c over_budget d over_budget"},
	} {
		s := catalogue.Settings{Limits: c.limits}
		snap := catalogue.Load(skillDirs(dirs), s).Snapshot(s, introduction)
		var shown, left []string
		for _, e := range snap.Shown.Entries {
			shown = append(shown, e.Name)
		}
		for _, f := range snap.Report {
			left = append(left, f.Name+" "+string(f.Reason))
		}
		got := strings.Join(shown, " ")
		if len(left) > 0 {
			got += ", " + strings.Join(left, " ")
		}
		if got != c.want || snap.Shown.Cut != (len(left) > 0) || snap.Shown.Of != 4 {
			t.Errorf("%s: %s, cut %t of %d, want %s", c.name, got, snap.Shown.Cut, snap.Shown.Of, c.want)
		}
	}
}

// O-15: the program counts locations as they are, and shows them shortened.
func TestO15ProgramCountsWholeLocations(t *testing.T) {
	budget := 38 + 97 + 2 + len("~/.agents/skills/a/SKILL.md")
	dirs := skillDirs([]dir{{"personal", "a", skill("a", "d", "")}})
	for program, want := range map[bool]int{false: 1, true: 0} {
		s := catalogue.Settings{Program: program, Limits: catalogue.Limits{PromptChars: &budget}}
		if got := len(catalogue.Load(dirs, s).Snapshot(s, 0).Shown.Entries); got != want {
			t.Errorf("program %t: %d shown, want %d", program, got, want)
		}
	}
}

// O-13, O-16: a skill hidden from the model is kept, and a user may call it.
func TestO13O16Hidden(t *testing.T) {
	s := catalogue.Settings{}
	snap := catalogue.Load(skillDirs([]dir{
		{"personal", "h", skill("h", "d", "disable-model-invocation: yes\n"+
			"metadata: {openclaw: {primaryEnv: 'K', requires: {env: []}}}\n")},
		{"personal", "m", skill("m", "d", "user-invocable: off\n")},
	}), s).Snapshot(s, 0)
	empty := []string{}
	want := []catalogue.Usable{{Name: "h", PrimaryEnv: "K", RequiredEnv: empty}, {Name: "m"}}
	if diff := cmp.Diff(want, snap.Skills); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(snap.Resolved) != 1 || snap.Resolved[0].Name != "m" || snap.Report[0].Reason != catalogue.Hidden {
		t.Errorf("resolved %v, report %v", snap.Resolved, snap.Report)
	}
	if snap.Invocable("h") == nil || snap.Invocable("m") != nil || snap.Invocable("x") != nil {
		t.Error("a user may call h alone")
	}
}

// O-16: the version increases whatever the clock does.
func TestO16Versions(t *testing.T) {
	var v catalogue.Versions
	at := time.UnixMilli(5000)
	var got []int64
	for _, bump := range []struct {
		workspace string
		after     time.Duration
	}{{"a", 0}, {"a", 0}, {"a", -time.Hour}, {"", time.Second}, {"b", time.Minute}, {"a", 2 * time.Second}} {
		v.Bump(bump.workspace, at.Add(bump.after))
		got = append(got, v.Current("a"))
	}
	if diff := cmp.Diff([]int64{5000, 5001, 5002, 6000, 6000, 7000}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	older, same := &catalogue.Snapshot{Version: 6999}, &catalogue.Snapshot{Version: 7000}
	if !v.Stale(nil, "a", false) || !v.Stale(older, "a", false) || v.Stale(same, "a", false) ||
		!v.Stale(same, "a", true) {
		t.Error("a snapshot is stale when it is none, older, or of another session")
	}
	if new(catalogue.Versions).Stale(&catalogue.Snapshot{}, "a", false) {
		t.Error("a snapshot is stale though nothing has changed")
	}
}

func BenchmarkSnapshot(b *testing.B) {
	var dirs []dir
	for i := range 1000 {
		name := "skill-" + string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		dirs = append(dirs, dir{"", name, skill(name, "d", "")})
	}
	lib := catalogue.Load(skillDirs(dirs), catalogue.Settings{})
	for b.Loop() {
		xml := lib.Snapshot(catalogue.Settings{}, 0).Shown.XML()
		if len(xml) == 0 {
			b.Fatal("nothing is shown")
		}
	}
}
