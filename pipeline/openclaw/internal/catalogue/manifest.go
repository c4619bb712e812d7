// A manifest is the part of a SKILL.md's frontmatter for OpenClaw, besides name and description: when the skill may be
// used, and by whom. The program reads frontmatter a second time for it, with a parser of its own that reads invalid
// YAML line by line (O-12, O-13).

package catalogue

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Manifest is the content of a skill's frontmatter.
type Manifest struct {
	Fields     map[string]string // all keys, each value as a text; never nil
	Metadata   *Metadata         // nil: there is none
	Broken     error             // the error of unreadable metadata; nil: it is readable, or there is none
	Invocation Invocation
}

// Read reads a whole file, broken or not.
func Read(text string) Manifest {
	front, ok := block(text)
	if !ok {
		return of(map[string]string{})
	}
	fields, err := skills.ReadYAML(front)
	if err != nil {
		return of(plain(readLines(front)))
	}
	return of(merge(fields, readLines(front)))
}

// ManifestOf returns the manifest of a skill loaded by skills.Strict.
func ManifestOf(s *skills.Skill) Manifest { return of(merge(s.Frontmatter, readLines(s.Front))) }

func of(fields map[string]string) Manifest {
	m, err := metadata(fields["metadata"])
	return Manifest{
		Fields: fields, Metadata: m, Broken: err, Invocation: Invocation{
			UserInvocable:          flag(fields["user-invocable"], true),
			DisableModelInvocation: flag(fields["disable-model-invocation"], false),
		},
	}
}

// Invocation says who may call a skill (O-13).
type Invocation struct {
	UserInvocable          bool `json:"userInvocable"`          // as /name
	DisableModelInvocation bool `json:"disableModelInvocation"` // it is in no catalogue
}

// flag reads a switch; anything but its eight words is the default.
func flag(s string, byDefault bool) bool {
	switch strings.ToLower(jstext.Trim(s)) {
	case "true", "1", "yes", "on":
		return true
	case "false", "0", "no", "off":
		return false
	}
	return byDefault
}

// block returns the text between the first three characters, ---, and the next line that begins so. The character after
// them is taken for the line ending.
func block(text string) (front string, ok bool) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if !strings.HasPrefix(text, "---") {
		return "", false
	}
	end := strings.Index(text[3:], "\n---")
	if end < 0 {
		return "", false
	}
	front = text[3 : 3+end]
	return front[jstext.Offset(front, 1):], true
}
