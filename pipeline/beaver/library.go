package beaver

import (
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

// library is the parsed skills of a case.
type library struct {
	digest   string                   // empty: unknown
	skills   map[string]*skills.Skill // by name
	docs     []retrieval.Document     // of the skills that retrieval may find, by name
	router   *skills.Skill            // the router's; nil: there is none
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
	lib := &library{skills: map[string]*skills.Skill{}}
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
			lib.router = s
			continue
		}
		lib.skills[s.Name] = s
		lib.docs = append(lib.docs, retrieval.Document{Name: s.Name, Description: s.Description, Body: s.Body})
	}
	slices.SortFunc(lib.docs, func(a, b retrieval.Document) int { return strings.Compare(a.Name, b.Name) })
	return lib
}

// skill returns the skill with a name; nil if there is none, or no library.
func (l *library) skill(name string) *skills.Skill {
	if l == nil {
		return nil
	}
	return l.skills[name]
}

// filled returns what retrieval found and, up to k, the skills with a score of 0 after it, by name: the top k of a
// library are as many as it has (K-2, A-2).
func (l *library) filled(found []candidate, k int) []candidate {
	for _, d := range l.docs {
		if len(found) >= k {
			break
		}
		if !slices.ContainsFunc(found, func(c candidate) bool { return c.Name == d.Name }) {
			found = append(found, candidate{Name: d.Name, Rank: len(found) + 1, skill: l.skills[d.Name]})
		}
	}
	return found
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
