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

// ManifestOf returns the manifest of a skill read by skills.Strict; if it has no fields, that of its lines.
func ManifestOf(s *skills.Skill) Manifest {
	fields := merge(s.Frontmatter, readLines(s.Front))
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
