// Package faulting is the verb faults: it breaks the calls of cases on purpose and scores what the systems do then.
package faulting

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"

// app is what this verb shares with all others.
type app struct{ *shell.App }
