package beaver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// draftOf returns an answer of the draft stage. front is a JSON object.
func draftOf(front, content string) string {
	text, err := jsonvalue.Marshal(map[string]any{"frontmatter": json.RawMessage(front), "content": content})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// letterDraft is a draft about letters under a name.
func letterDraft(name string) string {
	return draftOf(fmt.Sprintf(`{"name":%q,"description":"Write a letter","tools":[]}`, name), "End with a greeting.")
}

// reviews returns a turn that reviews a draft.
func reviews(verdict string) pipeline.Input {
	return pipeline.Input{Kind: pipeline.Review, Draft: verdict}
}

// accepts returns the acceptance of a Task with a verdict on its draft.
func accepts(verdict string) pipeline.Input {
	in := judges("Thanks.", pipeline.Accepted)
	in.Draft = verdict
	return in
}

// taught is a Task that activates skills, its acceptance in turn 2 with a draft, other turns, and a last one about the
// same; the skills that the model is offered there are all chosen.
func taught(t *testing.T, c pipeline.Case, active []string, draft string, between ...pipeline.Input) (*script,
	*pipeline.Runtime) {
	t.Helper()
	m := planned(`{"mode":"single"}`)
	m.answers["turn-1/skills-final"] = says(namesJSON(active))
	m.answers["turn-2/skills-final"] = says("[]")
	m.answers["turn-2/draft"] = says(draft)
	turns := append(users("a letter"), between...)
	for i := range turns {
		m.answers[fmt.Sprintf("turn-%d/skills-final", i+2)] = says("[]")
	}
	last := fmt.Sprintf("turn-%d", len(turns)+1)
	delete(m.answers, last+"/skills-final")
	root, _ := converse(t, c, m, append(turns, users("Write a letter")...))
	return m, root
}

// reviewed returns the decisions about drafts, in order.
func reviewed(t *testing.T, root *pipeline.Runtime) []reviewDecision {
	t.Helper()
	var all []reviewDecision
	for _, e := range root.Log() {
		if e.Kind != pipeline.EntryDecided || e.Stage != stageReview {
			continue
		}
		var d reviewDecision
		if err := json.Unmarshal(e.Value, &d); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// A published draft is a skill of the conversation from then on: found, chosen, and active with its body.
func TestReview_L6_L7_PublishedIsUsed(t *testing.T) {
	for _, tt := range []struct {
		name    string
		between []pipeline.Input
	}{
		{"with the acceptance", []pipeline.Input{accepts(pipeline.Published)}},
		{"in a turn of its own", []pipeline.Input{judges("Thanks.", pipeline.Accepted), reviews(pipeline.Published)}},
		{"on a scheduled run", []pipeline.Input{judges("Thanks.", pipeline.Accepted),
			{Kind: pipeline.Scheduled, Text: "report", Draft: pipeline.Published}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, root := taught(t, pipeline.Case{}, nil, letterDraft("letters"), tt.between...)
			last := m.at(t, fmt.Sprintf("turn-%d/main-1", len(tt.between)+2))
			if d := cmp.Diff([]string{"letters"}, activeSkills(last)); d != "" {
				t.Errorf("active (-want +got):\n%s", d)
			}
			if got := last.Messages[1].Content(); !strings.HasSuffix(got, "\n\nEnd with a greeting.") {
				t.Errorf("its message is %q", got)
			}
			want := []reviewDecision{{Asked: "published", Outcome: "published", Action: "new", Skill: "letters",
				Replaces: []string{}, Withheld: []string{}}}
			if d := cmp.Diff(want, reviewed(t, root)); d != "" {
				t.Errorf("decisions (-want +got):\n%s", d)
			}
		})
	}
}

// The text of a learned skill comes from the answer that wrote it; that of a local draft from the program.
func TestReview_L7_Provenance(t *testing.T) {
	for draft, want := range map[string]pipeline.TextSource{
		letterDraft("letters"): {Kind: pipeline.TextAnswer, Name: "turn-2/draft", Define: stageDraft},
		"no JSON":              {Kind: pipeline.TextCode},
	} {
		m, _ := taught(t, pipeline.Case{}, nil, draft, accepts(pipeline.Published))
		pieces := m.at(t, "turn-3/main-1").Messages[1].Pieces()
		if got := pieces[len(pieces)-1].Source; got != want {
			t.Errorf("%.20s: the body is from %v, want %v", draft, got, want)
		}
	}
}

// What becomes of a draft, by action, gate and verdict.
func TestReview_L6_L7_L8_Outcomes(t *testing.T) {
	three := pipeline.Case{Skills: alike(3)}
	letters := func(names ...string) []string { return names }
	for _, tt := range []struct {
		name    string
		active  []string
		draft   string
		between []pipeline.Input
		want    []string // outcome, skill and replaced skills of each review
		left    []string // candidates of the last turn, sorted
	}{
		{"new", nil, letterDraft("letters"), []pipeline.Input{accepts("published")}, letters("published letters []"),
			letters("letter-00", "letter-01", "letter-02", "letters")},
		{"new, under a name that is taken", nil, letterDraft("letter-01"), []pipeline.Input{accepts("published")},
			letters("published letter-01-2 []"), letters("letter-00", "letter-01", "letter-01-2", "letter-02")},
		{"revise keeps the name", letters("letter-01"), letterDraft("other"), []pipeline.Input{accepts("published")},
			letters("published letter-01 [letter-01]"), letters("letter-00", "letter-01", "letter-02")},
		{"merge", letters("letter-02", "letter-00"), letterDraft("letters"), []pipeline.Input{accepts("published")},
			letters("published letters [letter-02 letter-00]"), letters("letter-01", "letters")},
		{"merge under one of their names", letters("letter-02", "letter-00"), letterDraft("letter-00"),
			[]pipeline.Input{accepts("published")}, letters("published letter-00 [letter-02 letter-00]"),
			letters("letter-00", "letter-01")},
		{"rejected", letters("letter-01"), letterDraft("other"), []pipeline.Input{accepts("rejected")},
			letters("rejected  []"), letters("letter-00", "letter-01", "letter-02")},
		{"blocked by the safety gate", nil, draftOf(`{"description":"Write a letter"}`, "Run `rm -rf /`."),
			[]pipeline.Input{accepts("published")}, letters("blocked  []"),
			letters("letter-00", "letter-01", "letter-02")},
		{"larger than any skill", nil, draftOf(`{"description":"Write a letter"}`, strings.Repeat("greet ", 50_000)),
			[]pipeline.Input{accepts("published")}, letters("blocked  []"),
			letters("letter-00", "letter-01", "letter-02")},
		{"no text", nil, draftOf(`{"description":"Write a letter"}`, "a\x00b"), []pipeline.Input{accepts("published")},
			letters("blocked  []"), letters("letter-00", "letter-01", "letter-02")},
		{"reviewed twice", nil, letterDraft("letters"),
			[]pipeline.Input{accepts("published"), reviews("published")}, letters("published letters []", "none  []"),
			letters("letter-00", "letter-01", "letter-02", "letters")},
		{"no draft waits", nil, "", []pipeline.Input{reviews("published")}, letters("none  []"),
			letters("letter-00", "letter-01", "letter-02")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, root := taught(t, three, tt.active, tt.draft, tt.between...)
			var got []string
			for _, d := range reviewed(t, root) {
				got = append(got, fmt.Sprintf("%s %s %v", d.Outcome, d.Skill, d.Replaces))
				if (d.Outcome == pipeline.ReviewBlocked) != (d.Why != "") {
					t.Errorf("%s, because %q", d.Outcome, d.Why)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("reviews (-want +got):\n%s", d)
			}
			left := offeredSkills(m.at(t, fmt.Sprintf("turn-%d/skills-final", len(tt.between)+2)))
			slices.Sort(left)
			if d := cmp.Diff(tt.left, left); d != "" {
				t.Errorf("candidates afterwards (-want +got):\n%s", d)
			}
		})
	}
}

// The names under which drafts are published: whatever a model writes, they are slugs, and none is taken.
func TestReview_L8_Names(t *testing.T) {
	lib := load(alike(2))
	for _, tt := range []struct{ front, title, want string }{
		{`{"name":"thank-you-letters"}`, "A title", "thank-you-letters"},
		{`{}`, "Thank-you letters, for guests!", "thank-you-letters-for-guests"},
		{`{"name":""}`, "夜班交接", "夜班交接"},
		{`{"name":"夜班-交接"}`, "x", "夜班-交接"},
		{`{"name":["a"]}`, "Letters", "letters"},
		{`{"name":"../../x"}`, "Letters", "letters"},
		{`{"name":"Has Blanks"}`, "Letters", "letters"},
		{`{"name":"a\nb"}`, "…", defaultName},
		{`{"name":"intent-agent-router"}`, "x", "intent-agent-router-2"},
		{`{"name":"letter-00"}`, "x", "letter-00-2"},
		{`{"name":"` + strings.Repeat("a", 65) + `"}`, strings.Repeat("海", 80), strings.Repeat("海", 64)},
	} {
		w := waitingDraft{skillDraft: skillDraft{Action: draftNew, Frontmatter: json.RawMessage(tt.front)},
			title: tt.title}
		if got := lib.nameOf(w); got != tt.want {
			t.Errorf("%s, titled %q: %q, want %q", tt.front, tt.title, got, tt.want)
		}
	}
}

// A name stays within its length when it gets a number.
func TestReview_L8_NumberedNames(t *testing.T) {
	long := strings.Repeat("a", nameLength)
	lib := load([]pipeline.SkillDir{skillDir(strings.ToUpper(long), "Write a letter", "x")})
	w := waitingDraft{skillDraft: skillDraft{Action: draftNew, Frontmatter: json.RawMessage(`{"name":"` + long + `"}`)}}
	if got := lib.nameOf(w); got != long[:nameLength-2]+"-2" {
		t.Errorf("%q", got)
	}
}

// A learned skill gives a run no tool that no run of its Task was offered.
func TestReview_L9_N1_Tools(t *testing.T) {
	c := pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}, {Name: "pay"}},
		Block: &Block{Profile: Profile{Tools: &[]string{"clock"}}}}
	draft := draftOf(`{"name":"letters","description":"Write a letter","tools":["clock","pay"]}`, "Greet.")
	m, root := taught(t, c, nil, draft, accepts(pipeline.Published))
	for _, tool := range m.at(t, "turn-3/main-1").Tools {
		if tool.Name == "pay" {
			t.Error("the learned skill offers pay")
		}
	}
	if d := cmp.Diff([]string{"pay"}, reviewed(t, root)[0].Withheld); d != "" {
		t.Errorf("withheld (-want +got):\n%s", d)
	}
}

// What was learned stays when a turn brings other skills, and none of it is in another conversation.
func TestReview_L7_OneConversation(t *testing.T) {
	in := pipeline.Input{Kind: pipeline.UserMessage, Text: "Write a letter", Skills: alike(1), Library: "one"}
	m, _ := taught(t, pipeline.Case{Skills: alike(3), Library: "three"}, []string{"letter-02"}, letterDraft("x"),
		accepts(pipeline.Published), in)
	got := offeredSkills(m.at(t, "turn-3/skills-final"))
	slices.Sort(got)
	if d := cmp.Diff([]string{"letter-00", "letter-02"}, got); d != "" {
		t.Errorf("beside other skills (-want +got):\n%s", d)
	}
	other := &script{}
	converse(t, pipeline.Case{Skills: alike(3), Library: "three"}, other, users("Write a letter"))
	r := other.at(t, "turn-1/skills-final")
	if text := r.Messages[1].Content(); strings.Contains(text, "greeting") || len(offeredSkills(r)) != 3 {
		t.Errorf("another conversation is offered %v:\n%s", offeredSkills(r), text)
	}
}

// Many conversations learn different things from one shared library at the same time.
func TestReview_L7_Concurrently(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			name := fmt.Sprintf("letters-%d", i)
			c := pipeline.Case{Skills: alike(3), Library: "shared by all"}
			m, _ := taught(t, c, []string{"letter-00", "letter-01"}, letterDraft(name), accepts(pipeline.Published))
			got := offeredSkills(m.at(t, "turn-3/skills-final"))
			slices.Sort(got)
			if d := cmp.Diff([]string{"letter-02", name}, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	wg.Wait()
}

// requestsOf returns all requests of a script as text, but for those of the draft stage.
func requestsOf(m *script, from string) string {
	var b strings.Builder
	for _, r := range m.kept {
		if r.Stage != stageDraft && r.Path >= from {
			fmt.Fprintf(&b, "%s\n%v\n", r.Path, r.Tools)
			for _, msg := range r.Messages {
				fmt.Fprintf(&b, "%s: %s\n", msg.Role, msg.Content())
			}
		}
	}
	return b.String()
}

// A rejected draft changes nothing: each request is the same as without a verdict.
func TestLawReview_L6_RejectedIsNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		draft := draftOf(`{"description":"Write a letter"}`, "x"+rapid.String().Draw(r, "content"))
		active := rapid.SampledFrom([][]string{nil, {"letter-00"}, {"letter-02", "letter-01"}}).Draw(r, "active")
		without, _ := taught(t, pipeline.Case{Skills: alike(3)}, active, draft, judges("Thanks.", pipeline.Accepted))
		rejected, _ := taught(t, pipeline.Case{Skills: alike(3)}, active, draft, accepts(pipeline.Rejected))
		if d := cmp.Diff(requestsOf(without, ""), requestsOf(rejected, "")); d != "" {
			r.Fatalf("(-without +rejected):\n%s", d)
		}
	})
}

// A published draft is read as if it had stood in the library from the start: later prompts are the same bytes.
func TestLawReview_L7_AsIfItHadBeenThere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		content := "Greet" + rapid.StringMatching(`[ -~\n海é😀"\\:#{}]{0,80}`).Draw(r, "content")
		description := "Write a letter " + rapid.StringMatching(`[ -~海é😀]{0,40}`).Draw(r, "description")
		front, err := jsonvalue.Marshal(map[string]string{"description": description, "name": "greetings"})
		if err != nil {
			r.Fatal(err)
		}
		m, root := taught(t, pipeline.Case{Skills: alike(1)}, nil, draftOf(string(front), content),
			accepts(pipeline.Published))
		if reviewed(t, root)[0].Outcome != pipeline.Published {
			r.Skip("unsafe")
		}
		quoted, err := jsonvalue.Marshal(description)
		if err != nil {
			r.Fatal(err)
		}
		file := skillText("greetings", "---\nname: greetings\ndescription: "+string(quoted)+"\n---\n"+content)
		later, _ := taught(t, pipeline.Case{Skills: append(alike(1), file)}, nil, "", judges("Thanks.",
			pipeline.Accepted))
		if d := cmp.Diff(requestsOf(later, "turn-3/"), requestsOf(m, "turn-3/")); d != "" {
			r.Fatalf("(-from the start +learned):\n%s", d)
		}
	})
}

// Whatever a model calls a skill, the name is one line of at most 64 code points without anything of a path.
func TestLawReview_L8_Slugs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		name := slug(rapid.String().Draw(r, "text"))
		if n := utf8.RuneCountInString(name); n > nameLength || strings.ContainsAny(name, "./\\ \n\t") ||
			name != slug(name) {
			r.Fatalf("%q", name)
		}
	})
}
