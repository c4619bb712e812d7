// Package systemstest provides the systems of the program for tests.
package systemstest

import (
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ByName returns all systems of the program by their names.
func ByName() (map[string]pipeline.System, error) {
	all, err := systems.All()
	if err != nil {
		return nil, err
	}
	byName := map[string]pipeline.System{}
	for _, s := range all {
		byName[s.Name()] = s
	}
	return byName, nil
}
