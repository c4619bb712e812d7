package goldens

// Op says in which text a line is.
type Op byte

// The operations, by their signs in a unified diff.
const (
	Same    Op = ' '
	Removed Op = '-'
	Added   Op = '+'
)

// Hunk is a run of lines around a change.
type Hunk struct {
	Old, New int // number of its first line in either text, from 1
	Lines    []Line
}

// Line is a line of a hunk. Text keeps its newline; the last line of a text may have none.
type Line struct {
	Op    Op
	Text  string
	Words []Span // of a line that replaces or is replaced by another: its differing spans; else nil
}

// Span is a piece of a line. It never begins or ends within a visible character.
type Span struct {
	Text    string
	Changed bool
}
