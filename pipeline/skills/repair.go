package skills

import "fmt"

// Repair is one difference between a file and the skill that was read out of it.
type Repair struct {
	Kind   string // one of the Mended constants
	Detail string // in words, beginning with its line where it has one
}

// The kinds of repairs. Strict makes those of the first group only, which change no meaning.
const (
	MendedLineEnds = "line-ends" // CRLF and CR became LF
	MendedEncoding = "encoding"  // what is not UTF-8 became U+FFFD
	MendedEscape   = "escape"    // two escapes that are one character of UTF-16 became that character

	MendedBOM          = "bom"          // a byte order mark is left out
	MendedFence        = "fence"        // a code fence around the file is left out
	MendedLate         = "late"         // text before the frontmatter; it stays in the body
	MendedUnopened     = "unopened"     // no line --- before the frontmatter
	MendedUnterminated = "unterminated" // no line --- after the frontmatter
	MendedDoubled      = "doubled"      // a second frontmatter, which fills what the first leaves open
	MendedMissing      = "missing"      // no frontmatter
	MendedYAML         = "yaml"         // a value that YAML cannot read became a text
	MendedKey          = "key"          // a key that stands twice: the first counts
	MendedName         = "name"         // the name was made into one line of text, or comes from folder or heading
	MendedDescription  = "description"  // the description was made into a text, or comes from the body
	MendedTools        = "tools"        // something in tools is no name of a tool
)

// Error says why a file gives no skill.
type Error struct {
	Kind string // one of the Kind constants
	Line int    // from 1; 0 when it is about the whole file
	Err  error
}

// Error is the reason in words, the line first.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

// Unwrap is the reason without its line.
func (e *Error) Unwrap() error { return e.Err }

func drop(kind string, line int, format string, args ...any) error {
	return &Error{Kind: kind, Line: line, Err: fmt.Errorf(format, args...)}
}
