package ollama_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// all returns the systems of the program with calling stages; an application calls its own model (TestRealServer/door).
func all(t *testing.T) []pipeline.System {
	t.Helper()
	all, err := systems.All()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s pipeline.System) bool {
		_, described := s.(pipeline.Configured)
		return described
	})
}

// named returns a system of the program.
func named(t *testing.T, name string) pipeline.System {
	t.Helper()
	i := slices.IndexFunc(all(t), func(s pipeline.System) bool { return s.Name() == name })
	if i < 0 {
		t.Fatalf("there is no system %s", name)
	}
	return all(t)[i]
}

// calling returns the stages of a system that call a model, by name.
func calling(s pipeline.System) map[string]pipeline.Stage {
	stages := stagesOf(s)
	maps.DeleteFunc(stages, func(_ string, st pipeline.Stage) bool { return !st.Calls })
	return stages
}

// stagesOf returns all stages of a system, by name.
func stagesOf(s pipeline.System) map[string]pipeline.Stage {
	stages := map[string]pipeline.Stage{}
	for _, st := range s.Stages() {
		stages[st.Name] = st
	}
	return stages
}
