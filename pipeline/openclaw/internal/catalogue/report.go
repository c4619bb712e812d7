package catalogue

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Finding is one skill that the model does not see, and why.
type Finding struct {
	Name   string `json:"name"` // that of its folder when its file says none that can be read
	Path   string `json:"path"` // its file's, as the catalogue would show it
	Source string `json:"source,omitempty"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// Reason says why a skill is not in the catalogue.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	SourceLimit   Reason = "source_limit"   // its source has more skills than are loaded of one
	Unreadable    Reason = "unreadable"     // the file cannot be read
	TooLarge      Reason = "too_large"      // the file has more bytes than are read
	NoText        Reason = "no_text"        // no text in UTF-8
	NoFrontmatter Reason = "no_frontmatter" // the file does not begin with frontmatter, or it has no end
	BadYAML       Reason = "bad_yaml"       // the frontmatter is no YAML
	BadName       Reason = "bad_name"       // a name that is no text, or none at all
	NoDescription Reason = "no_description" // nothing says what the skill is for
	Shadowed      Reason = "shadowed"       // a later source has a skill of the name

	Disabled      Reason = "disabled"       // by the configuration
	NotAllowed    Reason = "not_allowed"    // bundled, and not on the list of those that may be used
	OtherOS       Reason = "os"             // made for other platforms
	MissingBin    Reason = "missing_bin"    // a program that it needs is not there
	MissingEnv    Reason = "missing_env"    // a variable that it needs is not set
	MissingConfig Reason = "missing_config" // a setting that it needs is not there, or false
	FilteredOut   Reason = "filtered_out"   // not on the session's list
	Hidden        Reason = "hidden"         // disable-model-invocation
	OverCount     Reason = "over_count"     // behind the last one that the catalogue may hold
	OverBudget    Reason = "over_budget"    // the catalogue would be longer than it may be
)

// Fallback is the reason of the fallback that a finding is (O-41): unreadable, invalid or too_large, when the skill's
// file is to blame. All other findings are no failures.
func (f Finding) Fallback() (reason pipeline.Reason, ok bool) {
	switch f.Reason {
	case Unreadable, TooLarge:
		return pipeline.Reason(f.Reason), true
	case NoText, NoFrontmatter, BadYAML, BadName, NoDescription:
		return "invalid", true
	}
	return "", false
}

// reasonOf is the reason for which a file gave no skill.
func reasonOf(kind string) Reason {
	switch kind {
	case skills.KindSize:
		return TooLarge
	case skills.KindEncoding:
		return NoText
	case skills.KindFrontmatter:
		return NoFrontmatter
	case skills.KindYAML:
		return BadYAML
	case skills.KindName:
		return BadName
	case skills.KindDescription:
		return NoDescription
	case skills.KindLimit:
		return SourceLimit
	}
	return Unreadable
}
