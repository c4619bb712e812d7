package beaver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A last attempt that failed has no answer: what the user has accepted is the one before. The fixed sentence is not
// about the Task, so no part of the draft's prompt has it, nor has any later prompt that shows the Task's answers.
func TestDraftPrompt_L2_V3_FailedLastAttempt(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	m.answers["turn-1/main-1"] = says("Dear Sir.")
	m.answers["turn-2/router"] = says(`{"action":"continue_task"}`)
	m.answers["turn-2/main-1"] = says(" ")
	m.answers["turn-4/draft"] = says("prose")
	m.answers["turn-3/router"] = says(`{"action":"simple_chat"}`)
	root, _ := converse(t, pipeline.Case{}, m, append(users("a letter", "longer", "Hello?"), judges("Fine.",
		pipeline.Accepted)))
	user := m.at(t, "turn-4/draft").Messages[1]
	want := "Task summaries:\n" + `{"short_title":"a letter","goal":"a letter"}` + "\n" +
		`{"attempt":1,"mode":"single","outcome":"done","last_answer":"Dear Sir."}` + "\n" +
		`{"attempt":2,"mode":"single","outcome":"failed"}` + "\n\nSession excerpts:\n" +
		`{"role":"user","content":"a letter"}` + "\n" + `{"role":"assistant","content":"Dear Sir."}` + "\n" +
		`{"role":"user","content":"longer"}` + "\n\nfinal_accepted_run_id: run:turn-1"
	if !strings.HasSuffix(user.Content(), want) {
		t.Errorf("user message, want %q at its end:\n%s", want, user.Content())
	}
	const body = "## Evidence\n- run:turn-1: done\n- run:turn-2: failed\n\nDear Sir."
	if d := cmp.Diff(body, drafted(t, root)["content"]); d != "" {
		t.Errorf("the local draft (-want +got):\n%s", d)
	}
	if got := sectionText(m.at(t, "turn-3/router").Messages[1], "Active task"); !strings.Contains(got,
		`"attempt":2,"last_answer":"Dear Sir."}`) {
		t.Errorf("the router sees %s", got)
	}
}

// If every attempt has failed, no run is marked as accepted, and the local draft ends with its runs.
func TestDraftPrompt_L2_L4_V3_NoAttemptHasAnAnswer(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	m.answers["turn-1/main-1"], m.answers["turn-2/draft"] = says(""), says("prose")
	root, _ := converse(t, pipeline.Case{}, m, append(users("a letter"), judges("Fine.", pipeline.Accepted)))
	if got := m.at(t, "turn-2/draft").Messages[1].Content(); !strings.HasSuffix(got,
		`"content":"a letter"}`+"\n\nfinal_accepted_run_id: none") {
		t.Errorf("user message:\n%s", got)
	}
	if d := cmp.Diff("## Evidence\n- run:turn-1: failed", drafted(t, root)["content"]); d != "" {
		t.Errorf("the local draft (-want +got):\n%s", d)
	}
}

// The library may change between turns. A skill that was active and is gone keeps its name in the draft's prompt, which
// says that the text is unknown. Nothing is pinned to the nodes of a later team for it.
func TestDraftPrompt_L0_L2_K6_SkillsThatAreGone(t *testing.T) {
	const gone = ": no longer in the library, its text is unknown"
	for _, tt := range []struct {
		name     string
		now      []pipeline.SkillDir
		related  string
		language string
	}{
		{"one of two", alike(1),
			"\n\nSkill letter-00:\nBegin with the date.\n\nSkill letter-01" + gone, "the related skills"},
		{"the whole library", nil, "\n\nSkill letter-00" + gone + "\n\nSkill letter-01" + gone, "the Task's goal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := planned(`{"mode":"single"}`)
			m.answers["turn-1/skills-final"] = says(`["letter-00","letter-01"]`)
			m.answers["turn-2/router"] = says(`{"action":"continue_task"}`)
			m.answers["turn-2/planner"] = says(teamAnswer(strategyDAG, oneNode))
			c := pipeline.Case{Skills: alike(2), Library: "two"}
			turns := append(users("a letter", "longer"), judges("Fine.", pipeline.Accepted))
			turns[1].Skills, turns[1].Library = tt.now, tt.name
			turns[2].Skills, turns[2].Library = tt.now, tt.name
			converse(t, c, m, turns)
			user := m.at(t, "turn-3/draft").Messages[1]
			related := strings.TrimRight(sectionText(user, "Related skills"), "\n")
			if d := cmp.Diff("Related skills:"+tt.related, related); d != "" {
				t.Errorf("related skills (-want +got):\n%s", d)
			}
			language := "Write in the language of " + tt.language + "."
			if got := strings.TrimSpace(sectionText(user, "Language")); got != language {
				t.Errorf("got %q", got)
			}
			var pinned []string
			for _, s := range contextSections(m.at(t, "turn-2/node:a/main-1")) {
				if name, ok := strings.CutPrefix(s.Name, pipeline.SectionSkill); ok {
					pinned = append(pinned, name)
				}
			}
			if d := cmp.Diff(namesOf(tt.now), pinned); d != "" {
				t.Errorf("pinned (-want +got):\n%s", d)
			}
		})
	}
}
