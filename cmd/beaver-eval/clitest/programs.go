// Package clitest runs the test scripts below its folders (only for tests): it has the programs that they call and the
// commands that they use besides those of testscript. A script lies below scripts/testdata, in the folder of its
// subject:
//
//   - inputs: what a project may hold, and what is said of it when it is read; import and check
//   - runs: what a run does, and what shows it: list, show, the trace
//   - reviews: what is compared with goldens, and accepted
//   - apps: applications, external programs
//   - reports: what a run prints, gates and writes, and what reads it afterwards
//
// In a script, exits runs a program inside the test if possible, and exec starts a process: a program that is killed,
// gets signals, has a terminal or a pipe, or runs in the background needs exec, or another command. So does one that
// mostly waits (exits 1 env beaver-eval …), since only one command at a time runs inside the test.
//
// The folder processes has tests in Go of concurrent commands, killed or waiting for each other, the folder ollama
// those with a real server, and the folder mutants defects of Beaver that the matrix of faults has to find.
package clitest

import (
	"os"
	"sync"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
)

// Programs returns the programs that scripts call, for testscript.Main: beaver-eval with the built-in systems,
// desk-eval with one that differs from Beaver, edited-eval with Beaver built with another template, two-eval with three
// systems, and bad-eval and lost-eval with systems that misbehave. agent is an application,
// framework the tests of one.
func Programs() map[string]func() {
	all := map[string]func(){
		"bad-eval":  func() { runWith(misbehaving()...) },
		"lost-eval": func() { runWith(lost{}) },
		"agent":     AgentMain,
		"framework": frameworkMain,
	}
	for name, systems := range wellBehaved() {
		all[name] = func() { runWith(systems()...) }
	}
	return all
}

// wellBehaved returns the systems of the programs that end normally, so that they need no process. The built-in ones
// are loaded once for all commands.
func wellBehaved() map[string]func() []pipeline.System {
	return map[string]func() []pipeline.System{
		"beaver-eval": sync.OnceValue(builtIn),
		"edited-eval": func() []pipeline.System { return []pipeline.System{editedBeaver()} },
		"two-eval": func() []pipeline.System {
			return []pipeline.System{newBeaver(), desk(), letters{text: "Write a letter."}}
		},
		"desk-eval": func() []pipeline.System { return []pipeline.System{desk()} },
	}
}

func runWith(systems ...pipeline.System) { os.Exit(cli.Main(os.Args[1:], systems...)) }

func builtIn() []pipeline.System {
	all, err := systems.All()
	if err != nil {
		panic(err)
	}
	return all
}

// editedBeaver returns Beaver as in another build of the program, with one template edited.
func editedBeaver() pipeline.System {
	anew, err := newBeaver().WithPrompts(fstest.MapFS{"router.system.tmpl": &fstest.MapFile{
		Data: []byte(`{{define "Role"}}Route.{{end}}`)}})
	if err != nil {
		panic(err)
	}
	return anew
}

func newBeaver() *beaver.System {
	sys, err := beaver.New()
	if err != nil {
		panic(err)
	}
	return sys
}
