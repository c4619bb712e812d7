package openclaw

import (
	"encoding/json"
	"strconv"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// libraries caches loaded libraries by their inputs: thousands of cases share one. It is safe for concurrent use.
type libraries struct {
	loaded *recent.Values[loadedLibrary]
}

type loadedLibrary struct {
	once sync.Once
	lib  *catalogue.Library
}

// maxLibraries is the size of the cache: cases with skills of their own come in sequence.
const maxLibraries = 16

func newLibraries() *libraries { return &libraries{recent.New[loadedLibrary](maxLibraries)} }

// get returns the library of a turn's skills and of those found in its files. It is read-only.
func (l *libraries) get(in pipeline.Input, s catalogue.Settings, found []skills.Place) *catalogue.Library {
	key, err := json.Marshal(s)
	if in.Library == "" || len(found) > 0 || err != nil { // its content is unknown
		return catalogue.Load(in.Skills, s, found...)
	}
	entry := l.loaded.Get(in.Library + " " + strconv.FormatBool(s.Program) + " " + string(key))
	entry.once.Do(func() { entry.lib = catalogue.Load(in.Skills, s) })
	return entry.lib
}
