// Package systems lists the agent systems that the program tests. It is the one place that names them all.
package systems

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/pipeline/mas"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
)

// All returns the systems with their own prompts, in the order in which lists name them.
func All() ([]pipeline.System, error) {
	var all []pipeline.System
	for _, load := range []func() (pipeline.System, error){
		made(beaver.New), made(openclaw.New), made(alfred.New), made(mas.New), made(agens.New), made(app.New),
	} {
		s, err := load()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// made returns a constructor of some system as one of any.
func made[S pipeline.System](load func() (S, error)) func() (pipeline.System, error) {
	return func() (pipeline.System, error) { return load() }
}
