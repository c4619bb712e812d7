package clitest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// insideKey is the key of a script's caller.
type insideKey struct{}

// inside runs command lines inside the process of the test, since starting a process costs more than most of them do.
// Folder and environment belong to the whole process, so only one script at a time has them. All other commands of
// scripts use absolute paths and set the folder and environment of their processes.
type inside struct {
	scripts  string // the folder of the scripts
	programs map[string]func() []pipeline.System
	alone    sync.Mutex
}

// setup lets a script run command lines here.
func (in *inside) setup(e *testscript.Env) {
	var names []string
	for _, v := range e.Vars {
		name, _, _ := strings.Cut(v, "=")
		names = append(names, name)
	}
	e.Values[insideKey{}] = &caller{inside: in, names: names}
}

// caller is inside for one script.
type caller struct {
	*inside
	names []string // of the script's initial variables
}

// takes reports whether a command runs inside the test. One that reads standard input, with the argument "-", is a
// process: only processes get the script's standard input.
func (c *caller) takes(program string, args []string) bool {
	return c.programs[program] != nil && !slices.Contains(args, "-")
}

// call runs a command line, like a process, in the script's folder and environment, and returns its exit code.
func (c *caller) call(ts *testscript.TestScript, stdout, stderr *stream, program string, args []string) int {
	env := c.environment(ts)
	c.alone.Lock()
	defer c.alone.Unlock()
	dir, err := os.Getwd()
	ts.Check(err)
	before := os.Environ()
	defer func() {
		setAll(ts, before)
		ts.Check(os.Chdir(dir))
	}()
	setAll(ts, env)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	return cli.Call(context.Background(), stdout, stderr, args, c.programs[program]()...)
}

// setAll makes these variables the environment of the process.
func setAll(ts *testscript.TestScript, vars []string) {
	os.Clearenv()
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		ts.Check(os.Setenv(name, value))
	}
}

// setting is a line of a script that sets variables, and variable the name of one in it.
var (
	setting  = regexp.MustCompile(`(?m)^(?:\[.*\] )?(?:env .*=|rev ).*$`)
	variable = regexp.MustCompile(`(\w+)=|^rev (\w+)`)
)

// environment returns the script's environment. Variables set by the script are found by names in its text, since
// testscript has no list of them. Empty ones are left out: they may be set only later.
func (c *caller) environment(ts *testscript.TestScript) []string {
	text, err := os.ReadFile(filepath.Join(c.scripts, ts.Name()+".txtar"))
	ts.Check(err)
	var env []string
	for _, name := range c.names {
		env = append(env, name+"="+ts.Getenv(name))
	}
	later := []string{ollamaVariable, upstreamVariable}
	for _, line := range setting.FindAll(text, -1) {
		for _, found := range variable.FindAllSubmatch(line, -1) {
			later = append(later, string(found[1])+string(found[2]))
		}
	}
	for _, name := range later {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return append(env, "PWD="+ts.MkAbs("."))
}

// stream keeps a command line's output; several goroutines may write at once, as to a file.
type stream struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (s *stream) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(data)
}

func (s *stream) bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.text.Bytes())
}
