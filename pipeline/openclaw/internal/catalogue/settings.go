package catalogue

import (
	"cmp"
	"path"
	"strings"
)

// Settings are the case's machine and configuration, by which its skills are judged (O-11, O-15).
type Settings struct {
	Home string `json:"home"` // the home folder, shown as ~; default /home/user
	// the path of the working folder, in which skills are; default: that of the prompt
	Workspace string `json:"workspace"`
	// the paths of folders of skills, by source; default: those of OpenClaw
	Roots map[string]string `json:"roots"`

	Platform string            `json:"platform"` // the platform, as Node.js names it; default linux
	Bins     []string          `json:"bins"`     // names of the programs on the PATH, for requires.bins
	Env      map[string]string `json:"env"`      // variables of the process, for requires.env
	Remote   Remote            `json:"remote"`   // what other machines provide

	Config map[string]any `json:"config"` // the configuration, for requires.config
	// settings of skills, by their skillKey, else by name
	Entries map[string]EntrySettings `json:"entries"`
	// the only bundled skills that are loaded; empty: all
	AllowBundled []string  `json:"allow_bundled"`
	Filter       *[]string `json:"filter"` // the only skills that are loaded, by name; none: all
	Limits       Limits    `json:"limits"` // bounds on the number and size of skills

	// Program follows the program where it and its description differ: always does not waive the filter, and the budget
	// counts locations before they are shortened.
	Program bool `json:"-"`
}

// Remote is what connected machines provide.
type Remote struct {
	Platforms []string `json:"platforms"` // the platforms there, as Node.js names them
	Bins      []string `json:"bins"`      // the programs there; "*" is every program
	Note      string   `json:"note"`      // the text above the catalogue
}

// EntrySettings are one skill's settings in the configuration.
type EntrySettings struct {
	Enabled *bool             `json:"enabled"` // false: the skill is disabled, whatever its file says
	Env     map[string]string `json:"env"`     // variables for the skill
	APIKey  string            `json:"api_key"` // the value of the variable that the skill names as primaryEnv
}

// Limits are the bounds of what is loaded and shown (O-12, O-15). A negative number is 0.
type Limits struct {
	// how many folders are searched for one with skills in it; default 300
	CandidatesPerRoot *int `json:"candidates_per_root"`
	LoadedPerSource   *int `json:"loaded_per_source"` // how many skills of a source are loaded; default 200
	FileBytes         *int `json:"file_bytes"`        // how large a file of a skill may be, in bytes; default 256,000
	InPrompt          *int `json:"in_prompt"`         // how many skills the catalogue lists; default 150
	// how long the catalogue may be with its introduction, in UTF-16 units; default 30,000
	PromptChars *int `json:"prompt_chars"`
}

// limit returns a limit, or its default if unset.
func limit(set *int, byDefault int) int {
	if set == nil {
		return byDefault
	}
	return max(*set, 0)
}

// MaxCandidates returns how many folders are searched for a nested root.
func (l Limits) MaxCandidates() int { return limit(l.CandidatesPerRoot, 300) }

// MaxLoaded returns how many skills one source may have.
func (l Limits) MaxLoaded() int { return limit(l.LoadedPerSource, 200) }

// MaxBytes returns the maximum size of a file; 1 and less is too little for any skill.
func (l Limits) MaxBytes() int { return max(limit(l.FileBytes, 256_000), 1) }

func (l Limits) maxShown() int { return limit(l.InPrompt, 150) }

// home returns the home folder without a trailing slash: nothing if it is the root of all folders.
func (s Settings) home() string { return strings.TrimRight(cmp.Or(s.Home, "/home/user"), "/") }

func (s Settings) platform() string { return cmp.Or(s.Platform, "linux") }

func (s Settings) workspace() string { return s.Absolute(cmp.Or(s.Workspace, "~/.openclaw/workspace")) }

// root returns the folder of a source's skills.
func (s Settings) root(source string) string {
	byDefault := map[string]string{
		"bundled":   "/opt/openclaw/skills",
		"managed":   "~/.openclaw/skills",
		"personal":  "~/.agents/skills",
		"project":   path.Join(s.workspace(), ".agents", "skills"),
		"workspace": path.Join(s.workspace(), "skills"),
	}
	return s.Absolute(cmp.Or(s.Roots[source], byDefault[source], "~/skills"))
}

// Absolute replaces ~ in a path by the home folder.
func (s Settings) Absolute(at string) string {
	if at == "~" || strings.HasPrefix(at, "~/") {
		return s.home() + at[1:]
	}
	return at
}

// Shown replaces the home folder in a path by ~ (O-14).
func (s Settings) Shown(at string) string {
	if rest, ok := strings.CutPrefix(at, s.home()+"/"); ok && s.home() != "" {
		return "~/" + rest
	}
	return at
}
