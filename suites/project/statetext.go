package project

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Limits of the search of what programs have written.
const (
	largestState = 16 << 20 // bytes of a file
	mostStates   = 200      // files
)

// State is what a suite's programs have written in the project's folder, read to find lines of prompts in it. The zero
// value is nothing.
type State struct {
	names map[string]bool
	files []sourceFile
}

// State reads the files that the suite's programs have written so far.
func (s *Suite) State() *State {
	all := &State{names: map[string]bool{}}
	for _, name := range s.Written() {
		all.names[name] = true
		if len(all.files) == mostStates {
			continue
		}
		if text, err := disk.ReadFile(s.project.OnDisk(name), largestState); err == nil { // else it has gone since
			all.files = append(all.files, sourceFile{name, text})
		}
	}
	return all
}

// Find returns the first file that has a line of a prompt, verbatim or in a JSON string, and the number of its line; 0:
// the file has no lines.
func (s *State) Find(text string) (file string, line int) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) < shortestSource {
		return "", 0
	}
	escaped := jsonvalue.Escape(text)
	for _, f := range s.files {
		for _, form := range []string{text, escaped, inASCII(escaped)} {
			i := bytes.Index(f.text, []byte(form))
			switch {
			case i < 0:
				continue
			case bytes.IndexByte(f.text[:min(len(f.text), 8000)], 0) >= 0: // a database
				return f.path, 0
			}
			return f.path, 1 + bytes.Count(f.text[:i], []byte("\n"))
		}
	}
	return "", 0
}

// inASCII returns the inside of a JSON string with everything else escaped, as Python writes it.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

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
