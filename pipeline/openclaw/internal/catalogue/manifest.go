// A manifest is what the frontmatter of a SKILL.md says to OpenClaw besides name and description: when the
// skill may be used, and by whom. The program reads frontmatter a second time for it, in a way of its own that takes
// what no YAML is line by line (O-12, O-13).

package catalogue

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Manifest is what a skill's frontmatter says.
type Manifest struct {
	Fields     map[string]string // all keys, each value as a text; never nil
	Metadata   *Metadata         // nil: nothing is said
	Broken     error             // why the metadata cannot be read; nil: it can, or there is none
	Invocation Invocation
}

// ManifestOf is the manifest of a skill that was read by skills.Strict; without fields, of what its lines say.
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
	DisableModelInvocation bool `json:"disableModelInvocation"` // it stands in no catalogue
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
