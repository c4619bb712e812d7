// Package systems lists the agent systems that the program tests. It is the one place that names them all.
package systems

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/pipeline/mas"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
)

// All are the systems with their own prompts, in the order in which lists name them.
func All() ([]pipeline.System, error) {
	b, err := beaver.New()
	if err != nil {
		return nil, err
	}
	o, err := openclaw.New()
	if err != nil {
		return nil, err
	}
	a, err := agens.New()
	if err != nil {
		return nil, err
	}
	m, err := mas.New()
	if err != nil {
		return nil, err
	}
	return []pipeline.System{b, o, a, m}, nil
}

// ByName are the systems of All by their names.
func ByName() (map[string]pipeline.System, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	byName := map[string]pipeline.System{}
	for _, s := range all {
		byName[s.Name()] = s
	}
	return byName, nil
}
