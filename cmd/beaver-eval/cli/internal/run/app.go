// Package run implements the verbs run, with its inputs, its handlers and its stored results, and init, which writes a
// small working project into any repository.
package run

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app holds the state shared with all other verbs.
type app struct{ *console.App }
