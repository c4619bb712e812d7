package contracttest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

const worldCase = "fixtures/conversations/openclaw/world.yaml"

// section returns the text of a section of a call's messages; empty: there is none.
func section(c *trace.Call, name string) string { return sectionOf(c, name).Text }

func sectionOf(c *trace.Call, name string) pipeline.Section {
	for _, m := range c.Request.Messages {
		for _, s := range m.Sections {
			if s.Name == name {
				return s
			}
		}
	}
	return pipeline.Section{}
}

// Skills and files are the turn's: the case's, a turn's replacements, and the rest.
func TestOpenClawWorldOfATurn(t *testing.T) {
	r := one(t, "openclaw/world")
	for _, tt := range []struct {
		path           string
		file           string
		skills         []string // each is in the section
		noFile, noText string   // these are not
	}{
		{
			"turn-1/main-1", "/AGENTS.md\nBe brief.",
			[]string{"Finds my parcels.", "parcels-of-mine/SKILL.md", "weather"}, "polite", "Finds all",
		},
		{
			"turn-2/main-1", "/AGENTS.md\nBe polite.", []string{"Finds a parcel by its number.", "weather"},
			"brief", "Finds my",
		},
		{
			"turn-3/main-1", "/AGENTS.md\nBe polite.", []string{"Finds a parcel by its number.", "weather"},
			"brief", "Finds my",
		},
	} {
		c := callAt(t, r, tt.path)
		files, skills := section(c, "Project Context"), section(c, "Skills (mandatory)")
		if !strings.Contains(files, tt.file) {
			t.Errorf("%s: no %q in the files\n%s", tt.path, tt.file, files)
		}
		for _, want := range tt.skills {
			if !strings.Contains(skills, want) {
				t.Errorf("%s: no %q in the skills\n%s", tt.path, want, skills)
			}
		}
		if strings.Contains(files, tt.noFile) || strings.Contains(skills, tt.noText) {
			t.Errorf("%s has texts of another turn:\n%s\n%s", tt.path, files, skills)
		}
	}
	var results []string
	for _, s := range r.Trace.Steps {
		if s.Tool != nil {
			lines := strings.Split(strings.TrimSpace(s.Tool.Result.Content), "\n")
			results = append(results, s.Path+": "+lines[len(lines)-1])
		}
	}
	want := []string{
		"turn-1/main-1/tool-1: Look at the door first.", "turn-2/main-1/tool-1: Look out of the window.",
		"turn-2/main-1/tool-2: there is no such file",
	}
	if d := cmp.Diff(want, results); d != "" {
		t.Errorf("results of tools (-want +got):\n%s", d)
	}
}

// The source of a skill in a case decides which of two with one name counts.
func TestOpenClawSources(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"extra", "Finds all parcels."}, {"bundled", "Finds all parcels."},
		{"personal", "Finds my parcels."}, {"project", "Finds my parcels."},
	} {
		changed := edit{worldCase, "source: workspace", "source: " + tt.source}
		r := run(t, systems(t), "openclaw", changed)["openclaw/world"]
		if r.Trace == nil {
			t.Fatal(r.Errors)
		}
		if got := section(r.Trace.Calls()[0], "Skills (mandatory)"); !strings.Contains(got, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.source, tt.want, got)
		}
	}
	if _, err := load(systems(t), "openclaw", edit{worldCase, "source: workspace", "source: wrkspace"}); err == nil ||
		!strings.Contains(err.Error(), worldCase+":4") || !strings.Contains(err.Error(), "workspace") {
		t.Errorf("a source that there is not: %v", err)
	}
}

// Each text has its source: a file, a skill, a sub-agent's answer.
func TestOpenClawSourcesOfTexts(t *testing.T) {
	world, subs := one(t, "openclaw/world"), one(t, "openclaw/subagents")
	for _, tt := range []struct {
		call    *trace.Call
		section string
		want    pipeline.TextSource
	}{
		{callAt(t, world, "turn-1/main-1"), "Project Context", pipeline.CaseText("files.AGENTS.md")},
		{callAt(t, world, "turn-1/main-1"), "Skills (mandatory)", pipeline.SkillText("parcels-of-mine/SKILL.md")},
		{callAt(t, world, "turn-1/main-2"), "Skill: parcels", pipeline.SkillText("parcels-of-mine/SKILL.md")},
		{callAt(t, subs, "turn-1/sub:1/main-1"), "Task",
			pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "turn-1/main-1", Define: "main"}},
		{callAt(t, subs, "turn-1/completion:2/main-1"), "Completion",
			pipeline.TextSource{Kind: pipeline.TextAnswer, Name: "turn-1/sub:2/main-2", Define: "main"}},
	} {
		pieces := sectionOf(tt.call, tt.section).Pieces()
		if !slices.ContainsFunc(pieces, func(p pipeline.Piece) bool { return p.Source == tt.want }) {
			t.Errorf("%s: %s has no text from %+v: %+v", tt.call.Path, tt.section, tt.want, pieces)
		}
	}
}

// A run with a failed model leaves nothing in the session, as declared.
func TestOpenClawUndone(t *testing.T) {
	r := one(t, "openclaw/subagents")
	if d := lastDeclared(callAt(t, r, "turn-2/main-1")); !d.Undone {
		t.Errorf("the failed run declares %+v", d)
	}
	for _, m := range callAt(t, r, "turn-3/main-1").Request.Messages {
		if strings.Contains(m.Content(), "And the third?") {
			t.Error("the next run knows of the failed one")
		}
	}
	sub := lastDeclared(callAt(t, r, "turn-1/sub:1/main-1"))
	if sub.Then == "" || !slices.Equal(sub.Shows, []string{"Look at A."}) {
		t.Errorf("a sub-agent declares %+v", sub)
	}
	for _, path := range []string{"turn-1/completion:1/main-1", "turn-1/main-2"} {
		if d := lastDeclared(callAt(t, r, path)); d.Then == "" {
			t.Errorf("%s declares %+v", path, d)
		}
	}
}

func lastDeclared(c *trace.Call) pipeline.Declared {
	return c.Request.Declared[len(c.Request.Declared)-1]
}

// A folder of templates affects only the system that has them, with its name and without; the others run as before.
func TestOpenClawTemplatesAlone(t *testing.T) {
	dir := t.TempDir()
	all := systems(t)
	text, err := fs.ReadFile(all["openclaw"].(pipeline.Prompted).Prompts(), "system.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), "personal assistant", "private assistant", 1)
	if err := os.WriteFile(filepath.Join(dir, "system.tmpl"), []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(os.DirFS("testdata"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []string{dir, "openclaw=" + dir} {
		loaded, err := project.Load(t.Context(), p, all, nil, given)
		if err != nil {
			t.Fatal(err)
		}
		changed := map[string]int{}
		err = runner.Run(t.Context(), loaded, all, runner.Options{Compare: true}, func(r *result.Result) error {
			for _, c := range r.Changes {
				if c.Status == result.Changed {
					changed[r.Suite+"/"+c.Stage]++
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(map[string]int{"openclaw/main": 19}, changed); d != "" {
			t.Errorf("--prompts %s: changed prompts (-want +got):\n%s", given, d)
		}
	}
}
