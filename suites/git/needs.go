package git

import (
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Files that say to git what it is to do with the files of a folder.
const (
	ignoreFile     = ".gitignore"
	attributesFile = ".gitattributes"
)

// need is a line that a project needs in one of git's files.
type need struct {
	line   string
	what   string   // that it is about, for people
	probes []string // paths that stand for all that it is about, relative to the project
	own    string   // what a person means who names this, or a path below it, has said how it is to be; empty: a probe
}

// ignored returns the lines against what commands leave behind, and against changes under review.
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

// keptAsTheyAre returns the lines for files whose bytes count: git is to change no line end in them.
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

// inAttributes returns a pattern as it stands in a .gitattributes, where a blank would end it.
func inAttributes(pattern string) string {
	if !strings.ContainsAny(pattern, " \t\"") {
		return pattern
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(pattern) + `"`
}
