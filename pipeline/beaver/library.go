package beaver

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/recent"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// routerSkill is the name of the skill that guides the router. It is no candidate for a run.
const routerSkill = "intent-agent-router"

// skillPolicy: malformed files are repaired, and the first of two skills with one name counts.
const skillPolicy = pipeline.SkillsLenient

// skill is a skill of a library.
type skill struct {
	*skills.Skill
	from pipeline.TextSource // its file, or the answer that wrote it
}

// library is the parsed skills of a case. It is read-only.
type library struct {
	digest   string               // empty: unknown
	skills   map[string]*skill    // by name
	docs     []retrieval.Document // of the skills that retrieval may find, by name
	router   *skill               // the router's; nil: there is none
	problems []skills.Problem

	unreadable bool // there are files, and none of them is readable: the loader does not work (P-5)
}

// libraries caches loaded libraries by digest: thousands of cases share one. It is safe for concurrent use.
type libraries struct {
	memo    *retrieval.Memo
	loaded  *recent.Values[loadedLibrary]
	indexes *indexes
}

type loadedLibrary struct {
	once sync.Once
	lib  *library
}

const (
	maxLibraries = 16   // cases with skills of their own come in sequence
	maxAnswers   = 1024 // cached retrievals
)

func newLibraries() *libraries {
	return &libraries{
		memo: retrieval.NewMemo(maxAnswers), loaded: recent.New[loadedLibrary](maxLibraries),
		indexes: &indexes{kept: recent.New[keptIndex](maxLibraries), translator: &chinese.Translator{}},
	}
}

// get returns the library of a case; nil for one without skills.
func (l *libraries) get(c pipeline.Case) *library {
	if len(c.Skills) == 0 {
		return nil
	}
	if c.Library == "" { // its content is unknown
		return load(c.Skills)
	}
	entry := l.loaded.Get(c.Library)
	entry.once.Do(func() {
		entry.lib = load(c.Skills)
		entry.lib.digest = c.Library
	})
	return entry.lib
}

func load(dirs []pipeline.SkillDir) *library {
	lib := &library{skills: map[string]*skill{}}
	loaded := skills.Load(dirs, skillPolicy)
	if lib.unreadable = noneRead(loaded, len(dirs)); !lib.unreadable {
		lib.problems = loaded.Problems // else each run reports it, as the reason of its fallback
	}
	taken := map[string]bool{}
	// a draft must not hide the published skill of its name
	for _, s := range append(loaded.Skills, loaded.Shadowed...) {
		name := strings.ToLower(s.Name)
		if !published(s) || taken[name] {
			continue
		}
		taken[name] = true
		if s.Name == routerSkill {
			lib.router = &skill{s, ofFile(s)}
			continue
		}
		lib.skills[s.Name] = &skill{s, ofFile(s)}
		lib.docs = append(lib.docs, documentOf(s))
	}
	sortByName(lib.docs)
	return lib
}

func sortByName(docs []retrieval.Document) {
	slices.SortFunc(docs, func(a, b retrieval.Document) int { return strings.Compare(a.Name, b.Name) })
}

// ofFile returns the source of a skill file's text.
func ofFile(s *skills.Skill) pipeline.TextSource {
	return pipeline.SkillText(path.Join(s.From.Path, skills.File)).In(s.From.PathOf(skills.File))
}

// documentOf returns a skill as retrieval sees it.
func documentOf(s *skills.Skill) retrieval.Document {
	return retrieval.Document{Name: s.Name, Description: s.Description, Body: s.Body}
}

// skill returns the skill with a name; nil if there is none, or no library.
func (l *library) skill(name string) *skill {
	if l == nil {
		return nil
	}
	return l.skills[name]
}

// noneRead reports whether the system refused to read every skill file.
func noneRead(l *skills.Library, files int) bool {
	refused := 0
	for _, p := range l.Problems {
		if p.Kind == skills.KindUnreadable {
			refused++
		}
	}
	return files > 0 && refused == files
}

// published reports whether a skill may be used: drafts and those under review may not (L-0). Without a status it may.
func published(s *skills.Skill) bool {
	switch strings.ToLower(strings.TrimSpace(s.Frontmatter.Text("status"))) {
	case statusDraft, statusReviewable:
		return false
	}
	return true
}
