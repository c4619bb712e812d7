package beaver

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// For any answers of the two stages, each that was asked reports one decision, and the final choice one in every run
// with skills: the one that the run uses.
func TestSelection_A4_A6_A7_OneDecision(t *testing.T) {
	late := pipeline.Response{Takes: time.Hour}
	for _, tt := range []struct {
		name             string
		shortlist, final pipeline.Response
		want             []string // decisions in order
		calls            string
	}{
		{"both choose", says(`["letter-02","letter-01"]`), says(`["letter-01"]`),
			[]string{`skills-shortlist ["letter-02","letter-01"]`, `skills-final ["letter-01"]`},
			"skills-shortlist skills-final"},
		{"no shortlist in time", late, says(`["letter-01"]`),
			[]string{`skills-shortlist ["letter-00","letter-01","letter-02"]`, `skills-final ["letter-01"]`},
			"skills-shortlist skills-final"},
		{"a shortlist in words", says("letter-02"), says(`["letter-01"]`),
			[]string{`skills-shortlist ["letter-00","letter-01","letter-02"]`, `skills-final ["letter-01"]`},
			"skills-shortlist skills-final"},
		{"invented names alone", says(`["poem","ode"]`), says(`["letter-01"]`),
			[]string{`skills-shortlist ["letter-00","letter-01","letter-02"]`, `skills-final ["letter-01"]`},
			"skills-shortlist skills-final"},
		{"one invented name", says(`["poem","letter-02"]`), says(`["letter-01"]`),
			[]string{`skills-shortlist ["letter-02"]`, `skills-final []`}, "skills-shortlist skills-final"},
		{"an empty shortlist", says(`[]`), late, []string{`skills-shortlist []`, `skills-final []`},
			"skills-shortlist"},
		{"no final choice in time", says(`["letter-02"]`), late,
			[]string{`skills-shortlist ["letter-02"]`, `skills-final []`}, "skills-shortlist skills-final"},
		{"a final choice in words", says(`["letter-02"]`), says("letter-02"),
			[]string{`skills-shortlist ["letter-02"]`, `skills-final []`}, "skills-shortlist skills-final"},
		{"a final choice of invented names", says(`["letter-02"]`), says(`["poem"]`),
			[]string{`skills-shortlist ["letter-02"]`, `skills-final []`}, "skills-shortlist skills-final"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &script{answers: map[string]pipeline.Response{"turn-1/skills-shortlist": tt.shortlist,
				"turn-1/skills-final": tt.final}}
			c := pipeline.Case{Skills: alike(4),
				Block: &Block{Entry: entryMain, Limits: Limits{MaxDetailedCandidates: 3, MaxSkills: 2}}}
			root, _ := converse(t, c, m, users("a letter"))
			if d := cmp.Diff(tt.want, selections(root)); d != "" {
				t.Errorf("decisions (-want +got):\n%s", d)
			}
			var calls []string
			for _, r := range m.kept {
				if r.Stage != stageMain {
					calls = append(calls, r.Stage)
				}
			}
			if got := strings.Join(calls, " "); got != tt.calls {
				t.Errorf("calls %q, want %q", got, tt.calls)
			}
		})
	}
}

// selections returns the decisions of the two stages, in order.
func selections(root *pipeline.Runtime) []string {
	var all []string
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryDecided && (e.Stage == stageShortlist || e.Stage == stageFinal) {
			all = append(all, e.Stage+" "+string(e.Value))
		}
	}
	return all
}

// Without candidates no model is asked, and nothing is chosen; a case without skills has no such stage.
func TestSelection_A7_P5_DecisionWithoutACall(t *testing.T) {
	for name, tt := range map[string]struct {
		c    pipeline.Case
		want []string
	}{
		"no skills": {pipeline.Case{Block: &Block{Entry: entryMain}}, nil},
		"no published skill": {pipeline.Case{Block: &Block{Entry: entryMain}, Skills: []pipeline.SkillDir{skillText("a",
			"---\nname: a\ndescription: d\nstatus: draft\n---\nRules.")}}, []string{"skills-final []"}},
		"a broken loader": {pipeline.Case{Skills: alike(2),
			Block: &Block{Entry: entryMain, Retrieval: Retrieval{Fail: pipeline.PartLoader}}},
			[]string{"skills-final []"}},
	} {
		root, _ := converse(t, tt.c, &script{}, users("Hello?"))
		if d := cmp.Diff(tt.want, selections(root)); d != "" {
			t.Errorf("%s: decisions (-want +got):\n%s", name, d)
		}
	}
}
