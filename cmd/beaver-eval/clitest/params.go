package clitest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Run runs the scripts of a folder below testdata, in a package two folders below the one of the program.
func Run(t *testing.T, family string) {
	scripts, err1 := filepath.Abs(filepath.Join("testdata", family))
	root, err2 := filepath.Abs("../../../..")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, params(scripts, root))
}

// params uses absolute paths and reads variables before any script runs: concurrent scripts change folder and
// environment of the process, even while testscript builds the PATH of another one.
func params(scripts, root string) testscript.Params {
	in := &inside{scripts: scripts, programs: wellBehaved()}
	path, gogc := os.Getenv("PATH"), os.Getenv("GOGC")
	return testscript.Params{
		Dir:                 scripts,
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
			"servers":  servers,
			"named":    named,
			"upstream": upstream,
			"passed":   passed,
			"rev":      rev,
		},
		Setup: func(e *testscript.Env) error {
			e.Values[serverKey{}], e.Values[upstreamKey{}] = &server{}, &provider{}
			e.Setenv("prompts.yml", filepath.Join(root, ".github", "workflows", "prompts.yml"))
			e.Setenv("gitlab-ci.yml", filepath.Join(root, "docs", "gitlab-ci.yml"))
			e.Setenv("ci.md", filepath.Join(root, "docs", "ci.md"))
			e.Setenv("PATH", path)
			e.Setenv("GOGC", gogc)               // else a short process spends much of its time collecting garbage
			e.Setenv("BEAVER_EVAL_CACHE", "off") // else a script would see what another one has kept
			in.setup(e)
			return nil
		},
	}
}
