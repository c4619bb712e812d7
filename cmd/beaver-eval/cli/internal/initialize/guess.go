package initialize

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// language is the language of an application, as far as init has to know it.
type language string

const (
	python language = "python"
	node   language = "node"
	golang language = "go"
)

// program returns the program that starts programs of the language on this machine; empty: not installed.
func (l language) program() string {
	names := map[language][]string{python: {"python3", "python"}, node: {"node"}, golang: {"go"}}
	for _, name := range names[l] {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}

// start says how to start an application.
type start struct {
	language language
	file     string   // the source of it; empty: none
	command  []string // empty: nothing was found
}

// candidates are the files that say how to start an application, the most reliable first.
var candidates = []start{
	{language: python, file: "agent.py"}, {language: python, file: "main.py"}, {language: python, file: "app.py"},
	{language: node, file: "agent.mjs"}, {language: node, file: "agent.js"}, {language: node, file: "index.mjs"},
	{language: node, file: "index.js"}, {language: node, file: "main.mjs"}, {language: node, file: "main.js"},
	{language: golang, file: "main.go"},
}

// guess finds out how to start the application of a folder. Languages missing on this machine do not count.
func guess(dir string) start {
	if s := startScript(dir); len(s.command) > 0 {
		return s
	}
	for _, s := range candidates {
		info, err := os.Stat(filepath.Join(dir, s.file))
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch program := s.language.program(); {
		case program == "":
		case s.language == golang:
			s.command = []string{program, "run", "."}
			return s
		default:
			s.command = []string{program, s.file}
			return s
		}
	}
	return start{}
}

// mostPackage is the most bytes read from a package.json.
const mostPackage = 1 << 20

// startScript returns the start script of package.json.
func startScript(dir string) start {
	const file = "package.json"
	info, err := os.Stat(filepath.Join(dir, file))
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostPackage {
		return start{}
	}
	data, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return start{}
	}
	var said struct{ Scripts struct{ Start string } }
	if json.Unmarshal(data, &said) != nil || strings.TrimSpace(said.Scripts.Start) == "" {
		return start{}
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return start{}
	}
	return start{language: node, file: file, command: []string{"npm", "start", "--silent"}}
}
