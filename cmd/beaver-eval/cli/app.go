package cli

import (
	"io"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/server"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// app is what the verbs share.
type app struct {
	*shell.App
	broken *server.Broken
}

func newApp(stdout, stderr io.Writer, env func(string) string, systems ...pipeline.System) *app {
	a := &app{shell.New(stdout, stderr, env, systems...), &server.Broken{}}
	a.Exchange = a.broken.Exchange
	return a
}
