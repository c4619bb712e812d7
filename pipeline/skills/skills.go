// Package skills loads SKILL.md files: YAML between two lines --- (the frontmatter), and a body in Markdown.
//
// Many such files are broken, and systems differ in what they do with those, so there are two policies:
//
//   - [Lenient] mends what it can and names each repair. What it gives up is a file without any text that says what the
//     skill is for, one that is no text, and one over [MaxBytes].
//   - [Strict] reads what a careful program reads: frontmatter at byte 0, between whole lines ---, in YAML without
//     errors, with a description that is a text and not blank, and a name that is a text or is missing. All else is
//     dropped with its reason.
//
// Whatever the policy, nothing vanishes: every difference between a file and its skill is a [Repair], every file that
// gives no skill a [Problem]. Skills are foreign text: nothing in one is run, followed or used as a path.
package skills

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Policy says what happens to files that are not as they should be, and to two skills of one name; see [Load].
type Policy = pipeline.SkillPolicy

// The policies.
const (
	Lenient = pipeline.SkillsLenient
	Strict  = pipeline.SkillsStrict
)

// MaxBytes is the size of the largest file that is read.
const MaxBytes = 256_000

// Skill is what a SKILL.md says.
type Skill struct {
	Name        string      // not blank; one line under Lenient
	Description string      // not blank; else as the file has it, with its line ends
	Tools       []string    // names, from the frontmatter's tools: a list, or a text with commas
	Body        string      // all that is not frontmatter, byte for byte but for what a Repair names
	Frontmatter Frontmatter // all of it, name, description and tools too

	From pipeline.SkillDir // where Load found it; Parse leaves it empty
}

// Parse reads one file. folder is the name of the folder that it lies in, which stands in for a missing name; it may be
// empty. The repairs are in the order in which they were made. The error is an *Error.
func Parse(data []byte, folder string, policy Policy) (*Skill, []Repair, error) {
	p := &parser{policy: policy, folder: folder}
	s, err := p.parse(data)
	if err != nil {
		return nil, p.repairs, err
	}
	return s, p.repairs, nil
}

type parser struct {
	policy  Policy
	folder  string
	skipped int // lines before the text that is read
	repairs []Repair
}

func (p *parser) parse(data []byte) (*Skill, error) {
	text, err := p.text(data)
	if err != nil {
		return nil, err
	}
	doc, err := p.read(text)
	if err != nil {
		return nil, err
	}
	s := &Skill{Body: doc.body, Frontmatter: doc.fields}
	if s.Name, err = p.name(doc); err != nil {
		return nil, err
	}
	if s.Description, err = p.description(doc); err != nil {
		return nil, err
	}
	s.Tools = p.tools(doc)
	return s, nil
}

// document is a file taken apart.
type document struct {
	front  string // the YAML, without the lines around it
	line   int    // of the file, at which front begins
	body   string
	fields Frontmatter
}

// read takes the text apart and reads the frontmatter.
func (p *parser) read(text string) (document, error) {
	if p.policy == Lenient {
		return p.mend(text), nil
	}
	doc, err := split(text)
	if err != nil {
		return doc, err
	}
	doc.fields, err = p.yaml(doc.front, doc.line)
	return doc, err
}
