package initialize

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// known returns how the application is started, as the command line says or its files suggest.
func (o *initOptions) known(dir string) start {
	if o.command != nil {
		return start{command: o.command, language: languageOf(o.command[0])}
	}
	return guess(dir)
}

// find returns how the application is started. A person on a terminal is asked if that is not known.
func (a *initApp) find(dir string, o initOptions) (start, error) {
	if s := o.known(dir); len(s.command) > 0 {
		return s, nil
	}
	in, out, not := a.Dialog()
	if not != "" {
		return start{}, unknownProgram(dir)
	}
	fmt.Fprint(out, "How is your program started? (a command; nothing: stop) ")
	return answered(dir, in)
}

// answered reads the command that a person types.
func answered(dir string, in io.Reader) (start, error) {
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return start{}, err
	}
	command := commandOf(line)
	if command == nil {
		return start{}, unknownProgram(dir)
	}
	return start{command: command, language: languageOf(command[0])}, nil
}

// commandOf splits a line into words; one with anything but plain words is for the shell.
func commandOf(line string) []string {
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return nil
	case strings.ContainsAny(line, `"'\$|&;<>()*?[]#~{}`+"`"):
		return []string{"sh", "-c", line}
	}
	return strings.Fields(line)
}

// languageOf returns the language that CI has to set up for a command; empty: none is known.
func languageOf(program string) language {
	switch name := strings.TrimSuffix(filepath.Base(program), ".exe"); {
	case strings.HasPrefix(name, "python"), name == "uv":
		return python
	case name == "node", name == "npm", name == "npx":
		return node
	case name == "go":
		return golang
	}
	return ""
}

// unknownProgram returns the error that says what was looked for, and what a person can do.
func unknownProgram(dir string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "no program was found here. Looked for: %s.\nSay how yours is started:\n"+
		"  beaver-eval init -- COMMAND", lookedFor)
	if several := pythonPrograms(dir); len(several) > 1 {
		fmt.Fprintf(&b, "    # as in: init -- python3 %s", console.Quoted(several[0]))
	}
	for _, folder := range below(dir) {
		fmt.Fprintf(&b, "\nThis folder has one:\n  cd %s && beaver-eval init", console.Quoted(folder))
	}
	if _, err := testsOf(dir, initOptions{}); err == nil {
		b.WriteString("\nIts tests can drive it:\n  beaver-eval init --from-tests")
	}
	b.WriteString("\nWithout a program of your own:\n  beaver-eval init --example python    # or node, go")
	return errors.New(b.String())
}
