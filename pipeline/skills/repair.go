package skills

import "fmt"

// Repair is one difference between a file and the skill that was read from it.
type Repair struct {
	Kind   string // one of the Mended constants
	Detail string // in words, beginning with the line if there is one
}

// The kinds of repairs. Strict makes only those of the first group, which change no meaning.
const (
	MendedLineEnds = "line-ends" // CRLF and CR became LF
	MendedEncoding = "encoding"  // invalid UTF-8 became U+FFFD
	MendedEscape   = "escape"    // two escapes of one UTF-16 character became that character

	MendedBOM          = "bom"          // a byte order mark is dropped
	MendedFence        = "fence"        // a code fence around the file is dropped
	MendedLate         = "late"         // text before the frontmatter; it stays in the body
	MendedUnopened     = "unopened"     // no line --- before the frontmatter
	MendedUnterminated = "unterminated" // no line --- after the frontmatter
	MendedDoubled      = "doubled"      // a second frontmatter, which fills gaps of the first
	MendedMissing      = "missing"      // no frontmatter
	MendedYAML         = "yaml"         // a value that YAML cannot read became a text
	MendedKey          = "key"          // a duplicate key: the first counts
	MendedName         = "name"         // the name was made into one line of text, or comes from folder or heading
	MendedDescription  = "description"  // the description was made into a text, or comes from the body
	MendedTools        = "tools"        // an entry in tools is not a tool name
)

// Error says why a file gives no skill.
type Error struct {
	Kind string // one of the Kind constants
	Line int    // from 1; 0: the whole file
	Err  error
}

// Error returns the reason in words, after the line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

// Unwrap returns the reason without its line.
func (e *Error) Unwrap() error { return e.Err }

func drop(kind string, line int, format string, args ...any) error {
	return &Error{Kind: kind, Line: line, Err: fmt.Errorf(format, args...)}
}
