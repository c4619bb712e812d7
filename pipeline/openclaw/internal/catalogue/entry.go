package catalogue

import (
	"path"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Entry is a loaded skill that no other one hides.
type Entry struct {
	Name        string
	Description string
	Source      string // one of pipeline.SkillSources, or empty
	Location    string // the absolute path of its file, not shortened
	File        string // the file as the case has it
	Body        string // of the file, after the frontmatter

	Metadata   *Metadata // nil: there is none
	Invocation Invocation
	Unlisted   bool // counts as shown, and is left out of the text

	from pipeline.SkillDir // the folder of the file
	base string            // the file's name in it
}

// Text returns the source of the skill file's text.
func (e *Entry) Text() pipeline.TextSource {
	return pipeline.SkillText(e.File).In(e.from.PathOf(e.base))
}

// folder returns the folder of the skill's file.
func (e *Entry) folder() string { return path.Dir(e.Location) }

// key returns the skill's name in the configuration.
func (e *Entry) key() string {
	if e.Metadata != nil && e.Metadata.SkillKey != nil {
		return *e.Metadata.SkillKey
	}
	return e.Name
}

func (e *Entry) always() bool {
	return e.Metadata != nil && e.Metadata.Always != nil && *e.Metadata.Always
}

// primaryEnv returns the variable for the skill's API key; empty if it names none.
func (e *Entry) primaryEnv() string {
	if e.Metadata == nil || e.Metadata.PrimaryEnv == nil {
		return ""
	}
	return *e.Metadata.PrimaryEnv
}
