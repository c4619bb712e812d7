// Package review implements the verbs that review changed prompts: diff, review, accept and reject, with the dialog on
// a terminal, its messages arrays and its editor.
package review

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app holds the state shared with all other verbs.
type app struct{ *console.App }
