package history

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Registry are the engines that there are, in the order in which they are listed. Their ids differ.
type Registry []Engine

// Default is the registry of the program: the legacy engine alone.
func Default() Registry { return Registry{Legacy{}} }

// Resolve is the engine that a setting names; a blank one means legacy. Its error is an UnknownError (O-30).
func (r Registry) Resolve(slot string) (Engine, error) {
	id := jstext.Trim(slot)
	if id == "" {
		id = legacyID
	}
	var ids []string
	for _, e := range r {
		if e.Info().ID == id {
			return e, nil
		}
		ids = append(ids, e.Info().ID)
	}
	return nil, UnknownError{ID: id, Known: ids}
}

// UnknownError is about a setting that names no engine of a registry.
type UnknownError struct {
	ID    string
	Known []string
}

// Error has the words of the program (O-30).
func (e UnknownError) Error() string {
	return `Context engine "` + e.ID + `" is not registered. Available engines: ` + strings.Join(e.Known, ", ")
}
