package history

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Registry is the list of available engines, in the order for messages. Their ids differ.
type Registry []Engine

// Default returns the program's registry: only the legacy engine.
func Default() Registry { return Registry{Legacy{}} }

// Resolve returns the engine that a setting names; a blank one means legacy. Its error is an UnknownError (O-30).
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

// UnknownError says that a setting names no engine of a registry.
type UnknownError struct {
	ID    string
	Known []string
}

// Error has the program's wording (O-30).
func (e UnknownError) Error() string {
	return `Context engine "` + e.ID + `" is not registered. Available engines: ` + strings.Join(e.Known, ", ")
}
