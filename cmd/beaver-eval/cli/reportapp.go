package cli

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// reportApp is what these verbs share with all others.
type reportApp struct{ *console.App }
