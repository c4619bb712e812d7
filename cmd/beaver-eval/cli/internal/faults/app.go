// Package faults implements the verb faults, which breaks the calls of cases on purpose and scores what the systems do
// then.
package faults

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app holds the state shared with all other verbs.
type app struct{ *console.App }
