// Package review is the verbs that review changed prompts: diff, review, accept and reject, with the dialog on a
// terminal, the messages arrays that it shows and the editor that it opens.
package review

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app is what these verbs share with all others.
type app struct{ *console.App }
