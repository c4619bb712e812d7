package initialize

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// language is the language of an application, as far as init has to know it.
type language string

const (
	python language = "python"
	node   language = "node"
	golang language = "go"
	shell  language = "shell"
)

// program returns the program that starts programs of the language on this machine; empty: not installed.
func (l language) program() string {
	names := map[language][]string{
		python: {"python3", "python"}, node: {"node"}, golang: {"go"}, shell: {"sh"},
	}
	return installed(names[l]...)
}

// installed returns the first of some programs that this machine has; empty: none.
func installed(names ...string) string {
	i := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if i < 0 {
		return ""
	}
	return names[i]
}

// start says how to start an application.
type start struct {
	language language
	file     string   // the source of it; empty: none
	command  []string // empty: nothing was found
}

// usual are the names of files that start an application, the most reliable first.
func usual() []start {
	var all []start
	for _, of := range []struct {
		language language
		names    string
	}{
		{python, "agent.py main.py app.py server.py"},
		{node, "agent.mjs agent.js index.mjs index.js main.mjs main.js server.mjs server.js"},
		{golang, "main.go"}, {shell, "agent.sh"},
	} {
		for name := range strings.FieldsSeq(of.names) {
			all = append(all, start{language: of.language, file: name})
		}
	}
	return all
}

// lookedFor says where guess looks.
const lookedFor = "the script start, agent or dev of package.json; agent, main, app or server with .py; agent, " +
	"index, main or server with .mjs or .js; main.go; agent.sh; the target run or start of a Makefile; a script of " +
	"pyproject.toml; a single Python file that is a program"

// guess finds out how to start the application of a folder. Languages missing on this machine do not count.
func guess(dir string) start {
	if s := packageScript(dir); len(s.command) > 0 {
		return s
	}
	for _, s := range usual() {
		if !isFile(filepath.Join(dir, s.file)) {
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
	for _, find := range []func(string) start{makeTarget, projectScript, onlyPython} {
		if s := find(dir); len(s.command) > 0 {
			return s
		}
	}
	return start{}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// small returns the content of a file; empty: there is none, or it is too large to be what it should be.
func small(name string) []byte {
	const most = 1 << 20
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

// packageScript returns the script of package.json that starts the application.
func packageScript(dir string) start {
	const file = "package.json"
	var said struct{ Scripts map[string]string }
	if json.Unmarshal(small(filepath.Join(dir, file)), &said) != nil || installed("npm") == "" {
		return start{}
	}
	for _, name := range []string{"start", "agent", "dev"} {
		if strings.TrimSpace(said.Scripts[name]) != "" {
			return start{language: node, file: file, command: []string{"npm", "run", "--silent", name}}
		}
	}
	return start{}
}

// makeTarget returns the target of a Makefile that starts the application.
func makeTarget(dir string) start {
	const file = "Makefile"
	text := small(filepath.Join(dir, file))
	for _, name := range []string{"run", "start"} {
		if regexp.MustCompile(`(?m)^`+name+`\s*:([^=]|$)`).Match(text) && installed("make") != "" {
			return start{file: file, command: []string{"make", "--silent", name}}
		}
	}
	return start{}
}

// projectScript returns the only script of pyproject.toml. It is started by its module, which needs no installation.
func projectScript(dir string) start {
	const file = "pyproject.toml"
	table := regexp.MustCompile(`(?m)^\[project\.scripts\][^\n]*\n((?:[^\[\n][^\n]*\n|\n)*)`)
	entry := regexp.MustCompile(`(?m)^\s*["']?[\w.-]+["']?\s*=\s*["']([\w.]+):(\w+)["']`)
	found := table.FindSubmatch(append(small(filepath.Join(dir, file)), '\n'))
	program := python.program()
	if found == nil || program == "" {
		return start{}
	}
	scripts := entry.FindAllSubmatch(found[1], -1)
	if len(scripts) != 1 {
		return start{}
	}
	module, function := string(scripts[0][1]), string(scripts[0][2])
	code := "from " + module + " import " + function + "; " + function + "()"
	if path := strings.Split(module, ".")[0]; !isFile(filepath.Join(dir, path+".py")) &&
		!isFile(filepath.Join(dir, path, "__init__.py")) {
		code = "import sys; sys.path.insert(0, 'src'); " + code
	}
	return start{language: python, file: file, command: []string{program, "-c", code}}
}

// onlyPython returns the only Python file of a folder that is a program: it has a main block, or reads what it is told.
func onlyPython(dir string) start {
	all, program := pythonPrograms(dir), python.program()
	if len(all) != 1 || program == "" {
		return start{}
	}
	return start{language: python, file: all[0], command: []string{program, all[0]}}
}

// pythonPrograms returns the names of a folder's Python files that are programs and no tests, sorted.
func pythonPrograms(dir string) []string {
	runs := regexp.MustCompile(`(?m)^if __name__ == ['"]__main__['"]|\bsys\.stdin\b|\binput\(`)
	files, err := filepath.Glob(filepath.Join(dir, "*.py"))
	if err != nil {
		return nil
	}
	var all []string
	for _, file := range files {
		name := filepath.Base(file)
		if isPythonTest(name) || name == "conftest.py" || name == "setup.py" || !runs.Match(small(file)) {
			continue
		}
		all = append(all, name)
	}
	return all
}

func isPythonTest(name string) bool {
	return strings.HasPrefix(name, "test_") && strings.HasSuffix(name, ".py") || strings.HasSuffix(name, "_test.py")
}

// below returns the folders of a repository with several packages in which a program is found, with slashes, at most
// five.
func below(dir string) []string {
	var found []string
	for _, pattern := range []string{"*", "packages/*", "apps/*", "services/*", "agents/*"} {
		folders, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			return nil
		}
		for _, folder := range folders {
			name := filepath.Base(folder)
			if strings.HasPrefix(name, ".") || slices.Contains([]string{"node_modules", "venv", "tests", "test",
				"docs", "scripts", "vendor", "dist", "build"}, name) || len(guess(folder).command) == 0 {
				continue
			}
			if rel, err := filepath.Rel(dir, folder); err == nil {
				found = append(found, filepath.ToSlash(rel))
			}
		}
	}
	const most = 5
	return found[:min(len(found), most)]
}
