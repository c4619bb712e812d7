package beaver

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// agentTools are the tools that a public agent offers to the collected skills.
var agentTools = []string{
	"read", "write", "edit", "apply_patch", "exec", "process", "web_search", "web_fetch", "browser", "canvas", "nodes",
	"cron", "message",
	"gateway", "agents_list", "sessions_list", "sessions_history", "sessions_send", "sessions_spawn", "session_status",
	"image",
	"memory_search", "memory_get", "tts",
}

// tally counts findings, omitted ones included, and files with findings.
type tally struct{ Findings, Files int }

// The counts of docs/safety.md. With -v every reason is counted as well.
func TestSafetyOnPublicSkills(t *testing.T) {
	dir := filepath.Join(cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared")), "data",
		"skills")
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Skipf("no skills: %v", err)
	}
	defer root.Close()
	dirs, _ := skills.Find(root.FS(), ".")
	byRule, byWhy := map[string]tally{}, map[string]tally{}
	for _, d := range dirs {
		data, err := fs.ReadFile(d.Dir, skills.File)
		if err != nil {
			t.Fatal(err)
		}
		library := skills.Load([]pipeline.SkillDir{d}, skills.Lenient)
		if len(library.Skills) != 1 {
			t.Fatalf("%s: %v", d.Path, library.Problems)
		}
		findings := checkSafety(string(data), library.Skills[0].Tools, agentTools)
		tallyUp(byRule, findings, func(f finding) string { return f.Rule })
		tallyUp(byWhy, findings, func(f finding) string { return f.Rule + ": " + f.Why })
		tallyUp(byRule, findings, func(finding) string { return "any" })
	}
	t.Logf("%d files", len(dirs))
	for _, why := range slices.Sorted(maps.Keys(byWhy)) {
		t.Logf("%4d findings in %3d files: %s", byWhy[why].Findings, byWhy[why].Files, why)
	}
	want := map[string]tally{
		ruleSecrets: {6, 5}, ruleDestructive: {113, 73}, ruleInjection: {57, 23}, ruleOutside: {577, 191},
		ruleUndeclared: {199, 141}, "any": {952, 380},
	}
	if d := gocmp.Diff(want, byRule); d != "" {
		t.Errorf("by rule (-want +got), docs/safety.md has the old counts:\n%s", d)
	}
}

// tallyUp adds the findings of one file.
func tallyUp(tallies map[string]tally, findings []finding, key func(finding) string) {
	seen := map[string]bool{}
	for _, f := range findings {
		c := tallies[key(f)]
		c.Findings += 1 + f.More
		if !seen[key(f)] {
			c.Files++
		}
		seen[key(f)] = true
		tallies[key(f)] = c
	}
}
