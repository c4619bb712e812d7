package cli

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// reportApp holds the state shared with all other verbs.
type reportApp struct{ *console.App }
