package cli

import (
	"io"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// app holds the shared state of the verbs.
type app struct {
	*console.App
	broken *console.BrokenServer
	queue  Queue // nil: none
}

func newApp(stdout, stderr io.Writer, env func(string) string, systems ...pipeline.System) *app {
	a := &app{App: console.New(stdout, stderr, env, systems...), broken: &console.BrokenServer{}}
	a.Exchange = a.broken.Exchange
	return a
}
