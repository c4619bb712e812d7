package starting

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"

// app is what the verb shares with all others.
type app struct{ *shell.App }

// options are the flags of init.
type options struct {
	system string
	from   string // the format of a log of what the application has asked; empty: there is none
	log    string // its file
}

// The systems that init writes a project for.
const (
	systemApp    = "app"
	systemBeaver = "beaver"
)
