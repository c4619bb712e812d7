// Package faults is the verb faults: it breaks the calls of cases on purpose and scores what the systems do then.
package faults

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app is what this verb shares with all others.
type app struct{ *console.App }
