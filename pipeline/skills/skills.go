// Package skills loads SKILL.md files: YAML between two lines --- (the frontmatter), and a body in Markdown.
//
// Many such files are broken, and systems differ in how they treat those, so there are two policies:
//
//   - [Lenient] repairs what it can and reports each repair. It gives up only on a file without any text that says what
//     the skill is for, one that is no text, and one over [MaxBytes].
//   - [Strict] reads what a careful program reads: frontmatter at byte 0, between whole lines ---, in YAML without
//     errors, with a description that is a text and not blank, and a name that is a text or is missing. All else is
//     dropped with its reason.
//
// Under both policies nothing vanishes: every difference between a file and its skill is a [Repair], every file that
// gives no skill a [Problem]. Skills are foreign text: nothing in one is run, followed or used as a path.
package skills

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Policy says how to treat malformed files, and two skills of one name; see [Load].
type Policy = pipeline.SkillPolicy

// The policies.
const (
	Lenient = pipeline.SkillsLenient
	Strict  = pipeline.SkillsStrict
)

// MaxBytes is the default maximum size of a file.
const MaxBytes = 256_000

// Skill is the content of a SKILL.md.
type Skill struct {
	Name        string      // not blank; one line under Lenient
	Description string      // not blank; else as the file has it, with its line ends
	Tools       []string    // names, from the frontmatter's tools: a list, or a text with commas
	Body        string      // everything but the frontmatter, byte for byte but for Repairs
	Frontmatter Frontmatter // whole, with name, description and tools
	Front       string      // Strict: the frontmatter as written, without the lines around it

	From pipeline.SkillDir // where Load found it; Parse leaves it empty
	File string            // its name in From.Dir: File, unless LoadPlaces got another; Parse leaves it empty
}
