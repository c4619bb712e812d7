package catalogue

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Finding is a skill that the model does not see, with the reason.
type Finding struct {
	Name   string `json:"name"` // that of its folder if its file has no readable one
	Path   string `json:"path"` // its file's, as the catalogue would show it
	Source string `json:"source,omitempty"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// Reason says why a skill is not in the catalogue.
type Reason string

// The reasons, in the order in which they are checked.
const (
	SourceLimit   Reason = "source_limit"   // its source exceeds the limit of loaded skills
	Unreadable    Reason = "unreadable"     // the file cannot be read
	TooLarge      Reason = "too_large"      // the file exceeds the size limit
	NoText        Reason = "no_text"        // no text in UTF-8
	NoFrontmatter Reason = "no_frontmatter" // the file does not begin with frontmatter, or it has no end
	BadYAML       Reason = "bad_yaml"       // the frontmatter is no YAML
	BadName       Reason = "bad_name"       // a name that is no text, or none
	NoDescription Reason = "no_description" // no description
	Shadowed      Reason = "shadowed"       // a later source has a skill of the name

	Disabled      Reason = "disabled"       // by the configuration
	NotAllowed    Reason = "not_allowed"    // bundled, and not on the allow list
	OtherOS       Reason = "os"             // made for other platforms
	MissingBin    Reason = "missing_bin"    // a required program is missing
	MissingEnv    Reason = "missing_env"    // a required variable is not set
	MissingConfig Reason = "missing_config" // a required setting is missing, or false
	FilteredOut   Reason = "filtered_out"   // not on the session's list
	Hidden        Reason = "hidden"         // disable-model-invocation
	OverCount     Reason = "over_count"     // beyond the catalogue's maximum number
	OverBudget    Reason = "over_budget"    // beyond the catalogue's maximum length
)

// Fallback returns the fallback's reason for a finding (O-41): unreadable, invalid or too_large, if the skill's file is
// to blame. All other findings are not failures.
func (f Finding) Fallback() (reason pipeline.Reason, ok bool) {
	switch f.Reason {
	case Unreadable, TooLarge:
		return pipeline.Reason(f.Reason), true
	case NoText, NoFrontmatter, BadYAML, BadName, NoDescription:
		return "invalid", true
	}
	return "", false
}

// reasonOf returns the reason why a file gave no skill.
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
