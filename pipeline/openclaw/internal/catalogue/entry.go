package catalogue

import (
	"path"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Entry is a skill that was loaded and that no other one hides.
type Entry struct {
	Name        string
	Description string
	Source      string // one of pipeline.SkillSources, or empty
	Location    string // the absolute path of its file, not shortened
	File        string // the file as the case has it
	Body        string // of the file, behind the frontmatter

	Metadata   *Metadata // nil: nothing is said
	Invocation Invocation
	Unlisted   bool // counts as shown, and is left out of the text

	from pipeline.SkillDir // the folder of the file
	base string            // the file's name in it
}

// Text is the source of what the skill's file says.
func (e *Entry) Text() pipeline.TextSource {
	return pipeline.SkillText(e.File).In(e.from.PathOf(e.base))
}

// folder is where the skill's file lies.
func (e *Entry) folder() string { return path.Dir(e.Location) }

// key is what the configuration calls the skill.
func (e *Entry) key() string {
	if e.Metadata != nil && e.Metadata.SkillKey != nil {
		return *e.Metadata.SkillKey
	}
	return e.Name
}

func (e *Entry) always() bool {
	return e.Metadata != nil && e.Metadata.Always != nil && *e.Metadata.Always
}

// primaryEnv is the variable that the skill's API key stands in; empty when it names none.
func (e *Entry) primaryEnv() string {
	if e.Metadata == nil || e.Metadata.PrimaryEnv == nil {
		return ""
	}
	return *e.Metadata.PrimaryEnv
}
