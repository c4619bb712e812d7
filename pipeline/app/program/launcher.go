package program

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// launcher starts the processes of one program.
type launcher struct {
	config *Config
	setup  Setup
	marker string // marks its processes
	strays *Strays
}

// start starts a command with additional variables.
func (l *launcher) start(args []string, own map[string]string, stdout output) (*process, error) {
	env, err := l.environment(own)
	if err != nil {
		return nil, &StartError{args[0], err.Error()}
	}
	path, why := l.find(args[0], env)
	if why != "" {
		return nil, &StartError{args[0], why}
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Args[0], cmd.Dir, cmd.Env = args[0], l.setup.Dir, list(env)
	if l.strays == nil {
		if l.strays, err = Follow(l.marker); err != nil {
			return nil, &StartError{args[0], bare(err)}
		}
	}
	p, err := startProcess(cmd, stdout, l.setup.Shown)
	if errors.Is(err, fs.ErrNotExist) { // the program itself exists
		return nil, &StartError{args[0], "the folder to run it in, or the interpreter in its first line, does " +
			"not exist"}
	} else if err != nil {
		return nil, &StartError{args[0], bare(err)}
	}
	return p, nil
}

// end kills leftover children of its processes.
func (l *launcher) end() {
	if l.strays != nil {
		l.strays.End()
	}
}

// environment returns the program's environment: the harness's without unset variables, then the case's, the suite's,
// and own.
func (l *launcher) environment(own map[string]string) (map[string]string, error) {
	env := map[string]string{}
	for _, v := range os.Environ() {
		if name, value, ok := strings.Cut(v, "="); ok && name != "" { // Windows has variables such as =C:
			env[envName(name)] = value
		}
	}
	values := inherited(env)
	for _, name := range l.setup.Unset {
		delete(env, envName(name))
	}
	set := func(vars map[string]string) {
		for name, value := range vars {
			env[envName(name)] = value
		}
	}
	set(l.setup.Vars)
	maps.Copy(values, l.setup.Vars)
	maps.Copy(values, own)
	for name, text := range l.config.Env {
		value, err := expand(text, lookupIn(values))
		if err != nil {
			return nil, err
		}
		env[envName(name)] = value
	}
	set(own)
	env[Variable] = l.marker
	return env, nil
}

// inherited returns those of the harness's own variables that values of a suite may use. One that the machine lacks is
// empty.
func inherited(env map[string]string) map[string]string {
	values := map[string]string{}
	for _, name := range inheritedNames() {
		values[name] = env[envName(name)]
	}
	return values
}

func inheritedNames() []string { return []string{"HOME", "PATH"} }

// envName normalizes the name of a variable: Windows ignores case.
func envName(name string) string {
	if runtime.GOOS == "windows" {
		return strings.ToUpper(name)
	}
	return name
}

func list(env map[string]string) []string {
	all := make([]string, 0, len(env))
	for _, name := range sortedKeys(env) {
		all = append(all, name+"="+env[name])
	}
	return all
}

// find returns the path of a program, or why there is none. A name with a slash is relative to the project's folder, a
// bare one is looked up in the PATH that the program will have.
func (l *launcher) find(name string, env map[string]string) (path, why string) {
	dir, err := filepath.Abs(l.setup.Dir)
	if err != nil {
		return "", bare(err)
	}
	if filepath.Base(name) != name {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		path, err := exec.LookPath(name)
		switch {
		case errors.Is(err, fs.ErrPermission):
			return "", "it is not executable"
		case err != nil:
			return "", "there is no such program; its path is relative to the suite's project"
		}
		return path, ""
	}
	for _, folder := range filepath.SplitList(env[envName("PATH")]) {
		if folder != "" && !filepath.IsAbs(folder) {
			folder = filepath.Join(dir, folder)
		}
		if path, err := exec.LookPath(filepath.Join(folder, name)); folder != "" && err == nil {
			return path, ""
		}
	}
	why = "there is no such program in PATH"
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		return "", why + "; the one in the project is ./" + name
	}
	return "", why + ", and none of that name in the project"
}

// bare returns an error of the system without its path.
func bare(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return err.Error()
}
