package catalogue_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// realSkills returns the folders of a library of public skills.
func realSkills(t *testing.T) []pipeline.SkillDir {
	t.Helper()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "..", "..", "shared"))
	dir := filepath.Join(shared, "data", "skills")
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Skip("no skills: " + dir + " ($BEAVER_EVAL_SHARED names the folder above data)")
	}
	t.Cleanup(func() { root.Close() })
	dirs, _ := skills.Find(root.FS(), ".")
	return dirs
}

// O-10 to O-15: thousands of public skills pass through the pipeline on a machine that has only git. The log is a table
// for .ci/real.
func TestRealSkills(t *testing.T) {
	dirs := realSkills(t)
	for i := range dirs {
		dirs[i].Source = "workspace"
	}
	all := len(dirs)
	t.Run("at most 200 of a source", func(t *testing.T) { countReal(t, dirs, catalogue.Settings{}) })
	t.Run("all of a source", func(t *testing.T) {
		countReal(t, dirs, catalogue.Settings{Limits: catalogue.Limits{LoadedPerSource: &all}})
	})
}

// O-18: what the catalogue of all public skills saves, if no limit cuts it. The page of the system has these figures.
func TestRealSkillsSave(t *testing.T) {
	dirs := realSkills(t)
	for i := range dirs {
		dirs[i].Source = "personal"
	}
	all, chars := len(dirs), math.MaxInt32
	s := catalogue.Settings{Home: "/Users/alice", Limits: catalogue.Limits{
		LoadedPerSource: &all, InPrompt: &all, PromptChars: &chars}}
	c := catalogue.Load(dirs, s).Snapshot(s, 0).Cost(nil, pipeline.EstimateTokens)
	listed := float64(c.Listed)
	row := fmt.Sprintf("| %d | %d | %d | %d | %.1f%% | %.1f | %.1f |", all, c.Listed, c.UpFront, c.Catalogue,
		100*float64(c.UpFront-c.Catalogue)/float64(c.UpFront), float64(c.Catalogue)/listed, float64(c.Shortened)/listed)
	page := filepath.Join("..", "..", "..", "..", "docs", "systems", "openclaw.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), row) {
		t.Errorf("%s does not have the row\n%s", page, row)
	}
}

func countReal(t *testing.T, dirs []pipeline.SkillDir, s catalogue.Settings) {
	const introduction, budget = 330, 30_000
	s.Bins = []string{"git"}
	lib := catalogue.Load(dirs, s)
	snap := lib.Snapshot(s, introduction)
	xml := snap.Shown.XML().String()
	length := introduction + jstext.Len(xml)
	if length > budget {
		t.Errorf("introduction and catalogue have %d characters, at most %d", length, budget)
	}
	if n := len(snap.Shown.Entries) + len(snap.Report); n != len(dirs) {
		t.Errorf("%d skills are shown or reported, of %d", n, len(dirs))
	}
	counts := map[catalogue.Reason]int{}
	for _, f := range snap.Report {
		counts[f.Reason]++
	}
	t.Logf("| files | %d |", len(dirs))
	for _, r := range reasons() {
		if counts[r] > 0 {
			t.Logf("| %s | %d |", r, counts[r])
		}
	}
	cost := snap.Cost(nil, pipeline.EstimateTokens)
	t.Logf("| shown | %d |", len(snap.Shown.Entries))
	t.Logf("| bytes of the catalogue | %d |", len(xml))
	t.Logf("| its characters, with an introduction of %d | %d of %d |", introduction, length, budget)
	t.Logf("| its tokens, and what writing ~ saves | %d, %d |", cost.Catalogue, cost.Shortened)
	t.Logf("| tokens of the bodies of those shown | %d |", cost.UpFront)
	t.Logf("| warnings of names and repairs | %s |", warnings(lib.Warnings))
}

// warnings are counts by kind.
func warnings(problems []skills.Problem) string {
	counts := map[string]int{}
	for _, p := range problems {
		counts[p.Kind]++
	}
	var all []string
	for kind, n := range counts {
		all = append(all, fmt.Sprintf("%s %d", kind, n))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
