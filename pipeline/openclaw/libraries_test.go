package openclaw

import (
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// Cases with one library share it, unless they judge skills differently, have skills among their files, or the library
// has no digest (O-10, O-16).
func TestLibrariesAreShared_O16(t *testing.T) {
	l := newLibraries()
	of := func(digest string, s catalogue.Settings, found ...skills.Place) *catalogue.Library {
		return l.get(pipeline.Input{Library: digest}, s, found)
	}
	among := skills.Place{SkillDir: pipeline.SkillDir{Dir: fstest.MapFS{}}}
	first := of("one", catalogue.Settings{})
	if of("one", catalogue.Settings{}) != first {
		t.Error("the library is loaded twice")
	}
	for name, other := range map[string]*catalogue.Library{
		"another library":    of("two", catalogue.Settings{}),
		"another platform":   of("one", catalogue.Settings{Platform: "darwin"}),
		"as the program":     of("one", catalogue.Settings{Program: true}),
		"skills among files": of("one", catalogue.Settings{}, among),
		"nobody has said":    of("", catalogue.Settings{}),
	} {
		if other == first {
			t.Errorf("%s: the same library", name)
		}
	}
}
