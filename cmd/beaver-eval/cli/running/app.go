// Package running is the verb run: what it reads before anything runs, whom it tells, and what it keeps.
package running

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"

// app is what these verbs share with all others.
type app struct{ *shell.App }
