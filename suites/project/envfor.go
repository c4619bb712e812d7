package project

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// variableRead is code in many languages that reads an environment variable: os.environ["X"], process.env.X,
// os.Getenv("X"), ENV.fetch("X", …).
var variableRead = regexp.MustCompile(`(?i:env(?:iron)?(?:\.(?:get|fetch))?)["'(\[. ]{1,3}([A-Z][A-Z0-9_]*)\b`)

// folderJoined is code that puts the name of a file behind that of a folder: then a variable beside it is the folder.
var folderJoined = regexp.MustCompile("(?i:join)\\w*\\(|[)\\]]\\s*/\\s*[\"'`]|\\}/|[\"'`]/\\w")

// envFor returns a line for the suite's app that moves files into the folder of a case, from the variable that the
// program's code reads beside the name of a file or of its folder; empty: there is none.
func (p *Project) envFor(files []string) string {
	written := map[string]bool{}
	for _, name := range files {
		written[name] = true
	}
	for _, f := range p.sources() {
		if written[f.path] {
			continue
		}
		for line := range bytes.Lines(f.text) {
			found := variableRead.FindSubmatch(line)
			if found == nil {
				continue
			}
			for _, name := range files {
				inCase := namedIn(string(line), name)
				switch {
				case inCase == "":
					continue
				case folderJoined.Match(line):
					return fmt.Sprintf("env: {%s: $BEAVER_EVAL_DIR}", found[1])
				}
				return fmt.Sprintf("env: {%s: $BEAVER_EVAL_DIR/%s}", found[1], inCase)
			}
		}
	}
	return ""
}

// namedIn returns the last element of a path that a line of code has in quotes, of the path or of a folder of it: the
// deepest; empty: none.
func namedIn(line, name string) string {
	for name = path.Clean(name); name != "." && name != "/"; name = path.Dir(name) {
		last := path.Base(name)
		for _, quote := range []string{`"`, `'`, "`"} {
			if strings.Contains(line, quote+last+quote) || strings.Contains(line, quote+"./"+last+quote) ||
				strings.Contains(line, "/"+last+quote) {
				return last
			}
		}
	}
	return ""
}
