package skills

// Problem is a finding about one file or folder.
type Problem struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"` // one of the Kind constants
	Detail  string `json:"detail"`
	Dropped bool   `json:"-"` // it gives no skill
	Source  string `json:"-"` // of the folder, if the case names it
}

// The kinds of problems. A file with one of the first three may be loaded all the same.
const (
	KindRepaired  = "repaired"  // something was mended; the detail begins with the kind of the Repair
	KindNameRule  = "name-rule" // Strict: the name breaks the rules for names
	KindDuplicate = "duplicate" // another skill has the name, up to case under Lenient; one of them is dropped

	KindFrontmatter = "frontmatter" // Strict: none, or not where it should be
	KindYAML        = "yaml"        // Strict: frontmatter that YAML cannot read
	KindName        = "name"        // no name, or Strict: a name that is no text
	KindDescription = "description" // no description of the skill, or Strict: one that is no text
	KindSize        = "size"        // more than MaxBytes
	KindEncoding    = "encoding"    // no text in UTF-8
	KindLimit       = "limit"       // more than MaxSkills
	KindUnreadable  = "unreadable"  // no regular file, or the system refuses

	KindFileName = "file-name" // SKILL.md in other letters, such as skill.md
	KindNesting  = "nesting"   // a folder below MaxNesting, not searched
	KindLink     = "link"      // a symbolic link, not followed
	KindSkipped  = "skipped"   // a folder that is not searched: hidden, or node_modules
)
