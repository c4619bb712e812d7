package catalogue

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/json5"
)

// Metadata is the value of metadata.openclaw. A nil pointer is a missing value.
type Metadata struct {
	Always     *bool     `json:"always,omitempty"`     // the skill needs nothing
	SkillKey   *string   `json:"skillKey,omitempty"`   // its name in the configuration
	PrimaryEnv *string   `json:"primaryEnv,omitempty"` // the variable of its API key
	Emoji      *string   `json:"emoji,omitempty"`
	Homepage   *string   `json:"homepage,omitempty"`
	OS         []string  `json:"os,omitempty"` // platforms as Node.js names them: linux, darwin, win32
	Requires   *Requires `json:"requires,omitempty"`
	Install    []Install `json:"install,omitempty"` // kept, and never run
}

// Requires is the requirements of a skill. Its lists are never nil.
type Requires struct {
	Bins    []string `json:"bins"`    // all of these programs
	AnyBins []string `json:"anyBins"` // one of these
	Env     []string `json:"env"`     // all of these variables, none of them empty
	Config  []string `json:"config"`  // all of these paths of the configuration, none of them false
}

// own is the key of the metadata for OpenClaw. Other keys are other programs', or older names of it that it no longer
// reads.
const own = "openclaw"

// metadata parses the frontmatter's value, which is JSON5. A one-line map of YAML must be JSON5 too.
func metadata(text string) (*Metadata, error) {
	if text == "" {
		return nil, nil
	}
	v, err := json5.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the metadata is no JSON5: %w", err)
	}
	all, _ := v.(map[string]any)
	m, ok := object(all[own])
	if !ok {
		return nil, nil
	}
	return metadataOf(m), nil
}

func metadataOf(m map[string]any) *Metadata {
	all := &Metadata{
		Always: value[bool](m, "always"), SkillKey: value[string](m, "skillKey"), OS: list(m["os"]),
		PrimaryEnv: value[string](m, "primaryEnv"), Emoji: value[string](m, "emoji"),
		Homepage: value[string](m, "homepage"),
	}
	if r, ok := object(m["requires"]); ok {
		all.Requires = &Requires{
			Bins: list(r["bins"]), AnyBins: list(r["anyBins"]), Env: list(r["env"]), Config: list(r["config"]),
		}
	}
	items, _ := m["install"].([]any)
	for _, item := range items {
		if i, ok := object(item); ok {
			all.Install = append(all.Install, installs(i)...)
		}
	}
	return all
}
