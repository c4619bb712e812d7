package cli

import (
	"io"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// app is what the verbs share.
type app struct{ *shell.App }

func newApp(stdout, stderr io.Writer, env func(string) string, systems ...pipeline.System) *app {
	return &app{shell.New(stdout, stderr, env, systems...)}
}
