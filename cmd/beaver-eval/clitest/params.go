package clitest

import (
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// Params runs the scripts of the folder testdata, in a package two folders below the one of the program.
func Params() testscript.Params {
	return testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"sameJSON": sameJSON,
			"prompts":  prompts,
			"replace":  replace,
			"unseal":   unseal,
			"quote":    quote,
			"fill":     fill,
			"plant":    plant,
			"clean":    clean,
			"report":   lastReport,
			"digest":   digest,
			"step":     step,
			"part":     part,
			"cases":    cases,
			"job":      job,
			"vectors":  vectors,
			"ollama":   ollama,
			"asked":    asked,
			"named":    named,
			"upstream": upstream,
			"passed":   passed,
			"rev":      rev,
		},
		Setup: func(e *testscript.Env) error {
			e.Values[serverKey{}], e.Values[upstreamKey{}] = &server{}, &provider{}
			root, err := filepath.Abs("../../../..")
			e.Setenv("prompts.yml", filepath.Join(root, ".github", "workflows", "prompts.yml"))
			e.Setenv("gitlab-ci.yml", filepath.Join(root, "docs", "gitlab-ci.yml"))
			e.Setenv("ci.md", filepath.Join(root, "docs", "ci.md"))
			e.Setenv("GOGC", os.Getenv("GOGC")) // a process of a few milliseconds spends many of them collecting
			return err
		},
	}
}
