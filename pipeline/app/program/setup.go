package program

// Setup is what a case gives its program.
type Setup struct {
	Dir   string // where commands run: the project's root
	Case  string
	Vars  map[string]string // the program's environment, in addition to inherited variables
	Unset []string          // inherited variables that it must not see
	// for ReplyFile: where the program writes the reply of a turn. Each path is new, in an existing folder
	ReplyFile func(turn int) string
	Ports     *Ports // shared by all programs that run concurrently; nil: there are no others
	// replaces texts in a reply, and in reported output of the program; nil: they stay as they are
	Shown func(text string) string
}
