package faults

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// repository returns suites of the repository's own project.
func repository(t *testing.T, suites ...string) []*project.Suite {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(disk.DirFS("../.."), "../..")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(t.Context(), p, known, suites)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// others holds answers, by stage, whose meaning differs from that of Beaver's fallbacks.
var others = map[string]string{
	"router": `{"action": "new_task", "short_title": "Another one"}`,
	"planner": `{"mode": "team", "strategy": "dag", "nodes": [{"id": "other", "task": "t"}], ` +
		`"final_synthesis_instruction": "f"}`,
	"guidance":         `{"guidance_name": "other", "description": "d", "content": "Do otherwise.", "tags": []}`,
	"skills-shortlist": `[]`,
	"main":             "Something else.",
	"node":             "Something else.",
	"finalizer":        "Something else.",
	"draft":            `{"frontmatter": {"description": "other", "tools": []}, "content": "Do otherwise."}`,
}

// Beaver's declarations hold, and wrong ones are found at every call for every reason: another answer, a retry that
// never comes, nothing at all, and a turn declared undone that was not.
func TestBeaver(t *testing.T) {
	mutants := map[string]func(stage string, offered string, d pipeline.Declared) []pipeline.Declared{
		"another answer": func(stage, offered string, d pipeline.Declared) []pipeline.Declared {
			text, ok := others[stage]
			if !ok { // a choice of skills: one of those offered
				text = `["` + offered + `"]`
			}
			d.Answer, d.Then = &pipeline.Response{Content: text}, ""
			return []pipeline.Declared{d}
		},
		"undone": func(string, string, pipeline.Declared) []pipeline.Declared {
			return []pipeline.Declared{{Undone: true}}
		},
		"reask": func(string, string, pipeline.Declared) []pipeline.Declared {
			return []pipeline.Declared{{Reask: true}}
		},
		"nothing": func(string, string, pipeline.Declared) []pipeline.Declared { return nil },
	}
	suites := repository(t, "beaver", "beaver-team", "beaver-skills")
	cases := []string{
		"a-branch-breaks", "resolver-chooses-and-invents", "draft-of-a-new-skill", "tool-budget", "many-candidates",
		"accepted-then-the-next",
	}
	check := func(t *testing.T, declares func(pipeline.Request) []pipeline.Declared) *DeclaredReport {
		t.Helper()
		o := DeclaredOptions{Cases: filter.Cases{Globs: cases}, declares: declares}
		r, err := CheckDeclared(t.Context(), suites, []string{"beaver"}, o, func() {})
		if err != nil || len(r.Errors) > 0 {
			t.Fatal(err, r.Errors)
		}
		for _, s := range r.Stages {
			if s.Cells == 0 || s.Cells != s.Calls*len(s.Reasons) || s.Undeclared > 0 {
				t.Errorf("%s: not each call has a cell for each reason, with something to hold: %+v", s.Stage, s)
			}
		}
		return r
	}
	for _, d := range check(t, nil).Found {
		t.Errorf("%+v", d)
	}
	for name, mutant := range mutants {
		t.Run(name, func(t *testing.T) {
			for _, s := range check(t, func(req pipeline.Request) []pipeline.Declared {
				return mutant(req.Stage, offered(req), req.Declared[0])
			}).Stages {
				// The last turn may be called undone: nothing follows that would show it.
				if s.Differences < s.Cells && (name != "undone" || s.Stage == "main" && s.Differences == 0) {
					t.Errorf("%s: %d differences in %d cells", s.Stage, s.Differences, s.Cells)
				}
			}
		})
	}
}

// offered returns the first skill that a request offers for a choice; empty: none.
func offered(req pipeline.Request) string {
	for _, s := range req.Messages[len(req.Messages)-1].Sections {
		if name, ok := strings.CutPrefix(s.Name, pipeline.SectionSkill); ok {
			return name
		}
	}
	return ""
}
