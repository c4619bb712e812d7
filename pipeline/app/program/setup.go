package program

// Setup is what a case gives its program.
type Setup struct {
	Dir   string // where commands run: the project's root
	Case  string
	Vars  map[string]string // what the program finds in its environment, beside what it inherits
	Unset []string          // inherited variables that it must not see
	// for ReplyFile: where the program writes the reply of a turn. Each path is new, in a folder that exists
	ReplyFile func(turn int) string
	Ports     *Ports // shared by all programs that run side by side; nil: there are no others
	// what a reply, and what is told of the program's output, has in the place of a text; nil: it stays as it is
	Shown func(text string) string
}
