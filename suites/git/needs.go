package git

import (
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Files that configure git for the files of a folder.
const (
	ignoreFile     = ".gitignore"
	attributesFile = ".gitattributes"
)

// need is a line that a project needs in one of git's files.
type need struct {
	line   string
	what   string   // that it concerns, for people
	probes []string // sample paths that it concerns, relative to the project
	own    string   // a line about this folder, or a path below it, is a person's decision; empty: about a probe
}

// ignored returns the lines that ignore leftovers of commands and changes under review.
func ignored(p *project.Project) []need {
	kept := path.Join(p.Goldens, "suite")
	return []need{
		{
			line: "/" + literal(p.Goldens) + "/**/*.pending.*", what: "pending files",
			probes: []string{kept + "/case.pending.yaml", kept + "/case.openai.pending.json"},
		},
		{
			line: "/" + literal(p.Reports) + "/", what: "reports",
			probes: []string{p.Reports + "/20260101-120000-1a2b/run.json", p.Reports + "/latest"}, own: p.Reports,
		},
		{line: "/" + disk.LockName, what: "the lock", probes: []string{disk.LockName}},
		{
			line: "/" + disk.Prefix + "*/", what: "unfinished imports",
			probes: []string{disk.Prefix + "1234567890/journal.json"}, own: disk.Prefix + "1234567890",
		},
		{
			line: "/" + literal(p.Goldens) + "/**/.*[0-9]", what: "unfinished files",
			probes: []string{kept + "/.case.yaml1234567890", kept + "/.case.openai.json1234567890"},
		},
		{
			line: "/" + literal(p.Fixtures) + "/recordings/**/.*[0-9]", what: "unfinished recordings",
			probes: []string{p.Fixtures + "/recordings/set/.case.jsonl1234567890"},
		},
	}
}

// keptAsTheyAre returns the lines for files whose bytes count: git must not convert their line ends.
func keptAsTheyAre(p *project.Project) []need {
	line := func(folder string) string { return inAttributes("/"+literal(folder)+"/**") + " -text" }
	return []need{
		{
			line: line(p.Goldens), what: "goldens", own: p.Goldens,
			probes: []string{p.Goldens + "/suite/case.yaml", p.Goldens + "/suite/case.openai.json"},
		},
		{
			line: line(p.Fixtures), what: "fixtures", own: p.Fixtures,
			probes: []string{
				p.Fixtures + "/conversations/case.yaml", p.Fixtures + "/conversations/cases.jsonl",
				p.Fixtures + "/recordings/set/suite/case.jsonl", p.Fixtures + "/skills/skill/SKILL.md",
			},
		},
	}
}

// inAttributes returns a pattern in the syntax of .gitattributes, where a blank would end it.
func inAttributes(pattern string) string {
	if !strings.ContainsAny(pattern, " \t\"") {
		return pattern
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(pattern) + `"`
}
