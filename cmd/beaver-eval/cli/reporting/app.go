// Package reporting is the verb report: stored runs, printed again and exported.
package reporting

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"

// app is what these verbs share with all others.
type app struct{ *shell.App }
