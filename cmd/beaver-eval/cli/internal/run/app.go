// Package run implements the verb run, with its inputs, its handlers and its stored results.
package run

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app holds the state shared with all other verbs.
type app struct{ *console.App }
