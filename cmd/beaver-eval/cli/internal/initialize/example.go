package initialize

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// example writes a small agent in a language, to play with.
func (w *writer) example(name string) (start, error) {
	s, file := start{language: language(name)}, ""
	switch s.language {
	case python:
		s.file, file = "agent.py", "agent.py"
	case node:
		s.file, file = "agent.mjs", "agent.mjs"
	case golang:
		s.file, file = "agent.go", "agent.go.txt"
	}
	program := s.language.program()
	if program == "" {
		return start{}, fmt.Errorf("--example %s: this machine has no program to start it", name)
	}
	if w.has(s.file) {
		return start{}, fmt.Errorf("--example %s: %s is there already; for the program that you have: "+
			"`beaver-eval init -- COMMAND`", name, s.file)
	}
	s.command = []string{program, s.file}
	if s.language == golang {
		s.command = []string{program, "run", s.file}
	}
	return s, w.put(s.file, text(file))
}

// checkExample checks the language of --example, and what it goes with.
func (o *initOptions) checkExample() error {
	switch {
	case o.example == "":
		return nil
	case o.system != systemApp:
		return fmt.Errorf("--example writes an application: it excludes --system %s", o.system)
	case o.command != nil:
		return fmt.Errorf("--example writes the program itself: it excludes -- COMMAND")
	}
	return console.OneOf("--example", o.example, string(python), string(node), string(golang))
}
