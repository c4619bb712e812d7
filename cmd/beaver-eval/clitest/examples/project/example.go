// Package project prepares the projects below docs/examples for tests that run them (only for tests): it knows what
// each needs, and copies it with the packages that it imports.
package project

// Example is a project below docs/examples.
type Example struct {
	Name   string
	Needs  []string // programs
	NPM    bool     // and packages
	Client string   // of this repository, which its tests use: python, node; empty: none
	Agents []string // the files that hold the prompt, with the sentence "Answer in one sentence."
	Calls  int      // that have the prompt
	Suites []string
	Tests  []string // the command that drives it, if it has its own tests
}

// Slow reports whether a run of the example takes seconds of processor time: it imports packages of npm, or Go compiles
// it after each edit.
func (e Example) Slow() bool { return e.NPM || e.Needs[0] == "go" }

// Run returns the arguments of a run.
func (e Example) Run(flags ...string) []string { return e.does("run", flags...) }

// Accept returns the arguments with which the prompts of a run are accepted.
func (e Example) Accept() []string { return e.does("accept", "--all") }

func (e Example) does(verb string, flags ...string) []string {
	args := append([]string{verb}, flags...)
	if e.Tests == nil {
		return args
	}
	return append(append(args, "--suite", e.Suites[0], "--"), e.Tests...)
}

// All returns the examples, by name.
func All() []Example {
	node, python, golang := []string{"node"}, []string{"python3"}, []string{"go"}
	desk, agent := []string{"desk"}, []string{"agent.mjs"}
	return []Example{
		{Name: "ai-sdk", Needs: node, NPM: true, Agents: agent, Calls: 8, Suites: []string{"chat", "desk"}},
		{Name: "anthropic", Needs: node, NPM: true, Agents: agent, Calls: 4, Suites: desk},
		{Name: "curl", Needs: []string{"sh", "sed", "curl"}, Agents: []string{"agent.sh"}, Calls: 4, Suites: desk},
		{Name: "experts", Needs: python, Agents: []string{"agent.py"}, Calls: 5, Suites: desk},
		{Name: "fan-out", Needs: python, Agents: []string{"agent.py"}, Calls: 20, Suites: []string{"page"}},
		{Name: "go-ollama", Needs: golang, Agents: []string{"main.go"}, Calls: 4, Suites: desk},
		{Name: "go-openai", Needs: golang, Agents: []string{"main.go"}, Calls: 4, Suites: desk},
		{Name: "http-service", Needs: node, Agents: []string{"server.mjs"}, Calls: 4, Suites: desk},
		{Name: "langgraph", Needs: node, NPM: true, Agents: agent, Calls: 4, Suites: desk},
		{Name: "ollama", Needs: node, NPM: true, Agents: agent, Calls: 4, Suites: desk},
		{Name: "openai", Needs: node, NPM: true, Agents: []string{"agent.mjs", "responses.mjs"}, Calls: 8,
			Suites: []string{"desk", "responses"}},
		{Name: "openai-agents", Needs: node, NPM: true, Agents: agent, Calls: 4, Suites: desk},
		{Name: "own-tests", Needs: python, Agents: []string{"desk.py"}, Calls: 4, Suites: desk,
			Tests: []string{"python3", "-B", "-m", "unittest"}},
		{Name: "prompt-files", Needs: node, Agents: []string{"prompts/desk.md"}, Calls: 2, Suites: desk},
		{Name: "pytest", Needs: []string{"pytest", "env"}, Client: "python", Agents: []string{"desk.py"}, Calls: 4,
			Suites: desk, Tests: []string{"env", "PYTHONPATH=../site", "pytest", "-q", "-p", "no:cacheprovider"}},
		{Name: "python", Needs: python, Agents: []string{"agent.py"}, Calls: 4, Suites: desk},
		{Name: "vitest", Needs: node, NPM: true, Client: "node", Agents: []string{"src/agent.ts"}, Calls: 3,
			Suites: []string{"shop"}, Tests: []string{"node", "../node_modules/vitest/vitest.mjs", "run"}},
	}
}
