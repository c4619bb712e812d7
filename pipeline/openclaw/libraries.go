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

// libraries keeps loaded libraries by what they were made of: thousands of cases share one. It may be used by many
// cases at a time.
type libraries struct {
	loaded *recent.Values[loadedLibrary]
}

type loadedLibrary struct {
	once sync.Once
	lib  *catalogue.Library
}

// maxLibraries is how many are kept: cases with skills of their own come one after the other.
const maxLibraries = 16

func newLibraries() *libraries { return &libraries{recent.New[loadedLibrary](maxLibraries)} }

// get is the library of a turn's skills and of those that were found in its files. It is read-only.
func (l *libraries) get(in pipeline.Input, s catalogue.Settings, found []skills.Place) *catalogue.Library {
	key, err := json.Marshal(s)
	if in.Library == "" || len(found) > 0 || err != nil { // nobody says what it holds
		return catalogue.Load(in.Skills, s, found...)
	}
	entry := l.loaded.Get(in.Library + " " + strconv.FormatBool(s.Program) + " " + string(key))
	entry.once.Do(func() { entry.lib = catalogue.Load(in.Skills, s) })
	return entry.lib
}
