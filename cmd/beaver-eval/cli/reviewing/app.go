// Package reviewing is the verbs that review changed prompts.
package reviewing

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"

// app is what these verbs share with all others.
type app struct{ *shell.App }
